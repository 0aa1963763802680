import { useState } from 'react';
import type { CallAnswer } from '../../../shared/ipc/contract.ts';
import type { Json } from '../../../shared/json.ts';
import { Button } from '../../components/button.tsx';
import { CheckList } from '../../components/check-list.tsx';
import { layoutJson } from '../../components/json-tokens.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PayloadWell } from '../../components/payload.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { useConsole } from '../../store/console-store.ts';
import type { ShownState } from '../../store/journal-view.ts';

const sample = `I'll list the files.

<tool_call>
{"name": "bash", "arguments": {"command": "ls -l"}}
</tool_call>`;

const tool = (name: string): Json => ({ type: 'function', function: { name, description: '', parameters: { type: 'object' } } });

/** What would become of the reply, by the type of its verdict; a code stands beside it only where it says more. */
const verdicts: { readonly [verdict: string]: { readonly state: ShownState; readonly word: string } } = {
  recover: { state: 'recovered', word: 'Recovered' },
  hold: { state: 'held', word: 'Held for' },
  refuse: { state: 'refused', word: 'Refused:' },
  strip: { state: 'healed', word: 'Markup taken out:' },
  pass: { state: 'text', word: 'Passes as text:' },
};

/** Paste a reply and see the verdict with its checks; nothing is sent anywhere. */
export function TryIt() {
  const store = useConsole();
  const [text, setText] = useState('');
  const [tools, setTools] = useState('bash, read_file');
  const [found, setFound] = useState<CallAnswer<'rules/try'> | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const judge = (): void => {
    setProblem(undefined);
    const names = tools.split(/[\s,]+/).filter((name) => name !== '');
    void store.client.call('rules/try', { text, tools: names.map(tool) }).then((answer) => {
      if (answer.ok) setFound(answer.value);
      else setProblem(answer.error.message);
    });
  };
  return (
    <div className="sec try">
      <h3>
        Try it
        <span className="muted plain">paste a reply; nothing is sent</span>
        <span className="end">
          {text === '' ? (
            <Button look="ghost" small onClick={() => setText(sample)}>
              An example
            </Button>
          ) : (
            <Button
              look="ghost"
              small
              onClick={() => {
                setText('');
                setFound(undefined);
              }}
            >
              Clear
            </Button>
          )}
        </span>
      </h3>
      <textarea
        className="input mono"
        rows={7}
        aria-label="A reply of a model"
        placeholder="What the model wrote, with the markup"
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text !== '') judge();
        }}
      />
      <div className="flex gap-above">
        <span className="field grow">
          <span className="nw">tools offered</span>
          <input
            aria-label="Names of the offered tools"
            className="mono xs"
            value={tools}
            onChange={(event) => setTools(event.target.value)}
          />
        </span>
        <Button look="primary" disabled={text === ''} onClick={judge}>
          Judge
        </Button>
      </div>
      {problem === undefined ? null : (
        <p className="sm fg stuck gap-above" role="alert">
          {problem}
        </p>
      )}
      {found === undefined ? null : (
        <div className="verdict" role="status">
          <div className="flex">
            <span className="sm two">Verdict</span>
            <VerdictChip verdict={found.verdict} reason={found.reason} />
          </div>
          {found.candidates.length === 0 ? <p className="sm muted">No format that Signalbox knows is in this text.</p> : null}
          {found.candidates.map((candidate, at) => (
            <div key={candidate.span.start} className="gap-above">
              <div className="lbl">
                {found.candidates.length > 1 ? `${at + 1} of ${found.candidates.length}` : ''} <code>{candidate.format}</code>
                <span className="end">{candidate.reason}</span>
              </div>
              <PayloadWell label="Marked reply" text={text} marks={[candidate.span]} />
              {candidate.calls.map((call) => (
                <div key={call.name + call.arguments} className="gap-above">
                  <div className="lbl">{inertLine(call.name, 60)}</div>
                  <PayloadWell label="Call" syntax="json" text={layoutJson(call.arguments)} />
                </div>
              ))}
              <div className="gap-above">
                <CheckList checks={candidate.checks} />
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function VerdictChip({ verdict, reason }: { readonly verdict: string; readonly reason: string }) {
  const { state, word } = (Object.hasOwn(verdicts, verdict) ? verdicts[verdict] : undefined) ?? { state: 'delivered', word: verdict };
  return <StateChip state={state} label={reason === 'ok' ? word.replace(/:$/, '') : `${word} ${reason}`} />;
}
