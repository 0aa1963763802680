import { useState } from 'react';
import type { CallAnswer } from '../../../shared/ipc/contract.ts';
import type { Json } from '../../../shared/json.ts';
import { Button } from '../../components/button.tsx';
import { CheckList } from '../../components/check-list.tsx';
import { layoutJson } from '../../components/json-tokens.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PayloadWell } from '../../components/payload.tsx';
import { StateChip, stateLook } from '../../components/state-chip.tsx';
import { useConsole } from '../../store/console-store.ts';
import type { ShownState } from '../../store/journal-view.ts';

const sample = `I'll list the files.

<tool_call>
{"name": "bash", "arguments": {"command": "ls -l"}}
</tool_call>`;

const tool = (name: string): Json => ({ type: 'function', function: { name, description: '', parameters: { type: 'object' } } });

const verdictState: { readonly [verdict: string]: ShownState } = {
  dispatch: 'recovered',
  recover: 'recovered',
  hold: 'held',
  held: 'held',
  refuse: 'refused',
  reask: 'refused',
  cut: 'refused',
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
          <span className="nw">tools</span>
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
            <StateChip
              state={verdictState[found.verdict] ?? 'delivered'}
              label={
                verdictState[found.verdict] === 'held'
                  ? `Held for ${found.reason}`
                  : `${stateLook[verdictState[found.verdict] ?? 'delivered'].word}: ${found.reason}`
              }
            />
          </div>
          {found.candidates.length === 0 ? <p className="sm muted">No listed format is in this text: it passes as it is.</p> : null}
          {found.candidates.map((candidate) => (
            <div key={candidate.span.start} className="gap-above">
              <div className="lbl">
                <code>{candidate.format}</code>
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
