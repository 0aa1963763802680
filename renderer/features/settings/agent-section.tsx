import { useState } from 'react';
import type { AgentCheckRow, AgentRow, CallAnswer } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { Note } from '../../components/note.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { useConsole } from '../../store/console-store.ts';

const stateWords: { readonly [S in AgentRow['state']]: string } = {
  absent: 'not found',
  found: 'not connected',
  connected: 'connected',
  changed: 'changed since',
};

interface Outcome {
  readonly agent: string;
  readonly problem?: string | undefined;
  readonly said?: string | undefined;
  readonly checks?: readonly AgentCheckRow[] | undefined;
}

/** Agents of this machine: attached by their own settings file, with a backup, and given back. */
export function AgentSection() {
  const store = useConsole();
  const { answer, again } = useAnswer('agents/list', {});
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined);
  const [busy, setBusy] = useState<string | undefined>(undefined);
  const act = (call: 'agents/connect' | 'agents/verify' | 'agents/restore', agent: string): void => {
    setBusy(agent);
    void store.client.call(call, { agent }).then((result) => {
      setBusy(undefined);
      if (!result.ok) return setOutcome({ agent, problem: result.error.message });
      if ('error' in result.value) return setOutcome({ agent, problem: result.value.error.message });
      const { value } = result;
      setOutcome({
        agent,
        checks: 'checks' in value ? value.checks : undefined,
        said:
          'exact' in value
            ? value.exact
              ? 'Its settings are as they were.'
              : 'Our address is out; what was changed since stays.'
            : undefined,
      });
      return again();
    });
  };
  return (
    <section data-section="Agents" className="setting-section">
      <div className="section-head">
        <h2>Agents</h2>
        <span className="sm muted">connected by their own settings file, which is backed up first</span>
      </div>
      {answer.state === 'ready' ? <AddressLines list={answer.value} /> : null}
      <div className="table" role="table" aria-label="Agents">
        <div className="head agent-grid" role="row">
          <span role="columnheader">Agent</span>
          <span role="columnheader">State</span>
          <span role="columnheader">Settings file, or how to start it</span>
          <span role="columnheader">
            <span className="sr">Actions</span>
          </span>
        </div>
        {answer.state === 'ready'
          ? answer.value.agents.map((agent) => (
              <div key={agent.id} className="row agent-grid" role="row">
                <span role="cell" className="one">
                  {agent.title}
                </span>
                <span role="cell" className={agent.state === 'connected' ? 'fg recovered' : agent.state === 'changed' ? 'fg held' : 'dim'}>
                  {stateWords[agent.state]}
                </span>
                <span role="cell" className="args">
                  {inertLine(agent.file ?? agent.command, 300)}
                </span>
                <span role="cell" className="flex row-end">
                  <AgentActions agent={agent} busy={busy !== undefined} onAct={act} />
                </span>
              </div>
            ))
          : null}
      </div>
      {outcome === undefined ? null : (
        <div className="banner" role="status">
          <OutcomeNote outcome={outcome} />
        </div>
      )}
      {answer.state === 'problem' ? (
        <div className="banner">
          <Note tone="problem">{answer.error.message}</Note>
        </div>
      ) : null}
    </section>
  );
}

function AgentActions({
  agent,
  busy,
  onAct,
}: {
  readonly agent: AgentRow;
  readonly busy: boolean;
  readonly onAct: (call: 'agents/connect' | 'agents/verify' | 'agents/restore', agent: string) => void;
}) {
  if (agent.file === null) return <CopyButton text={() => agent.command} label={`Copy: ${agent.command}`} />;
  const button = (word: string, call: 'agents/connect' | 'agents/verify' | 'agents/restore') => (
    <Button
      small
      look={call === 'agents/restore' ? 'ghost' : undefined}
      disabled={busy}
      aria-label={`${word} ${agent.title}`}
      onClick={() => onAct(call, agent.id)}
    >
      {word}
    </Button>
  );
  if (agent.state === 'connected')
    return (
      <>
        {button('Verify', 'agents/verify')}
        {button('Restore', 'agents/restore')}
      </>
    );
  return (
    <>
      {button('Connect', 'agents/connect')}
      {agent.state === 'changed' ? button('Restore', 'agents/restore') : null}
    </>
  );
}

/** The address for agents that are attached by hand, and the token that belongs to it. */
function AddressLines({ list }: { readonly list: CallAnswer<'agents/list'> }) {
  const { gateway, token, tokenDue, baseUrl } = list;
  return (
    <>
      <div className="set">
        <span className="one">Base URL</span>
        <span>
          For an agent that is not listed: <code className="xs">{gateway}</code> for Anthropic, <code className="xs">{gateway}/v1</code> for
          OpenAI.
          {baseUrl === gateway ? null : ' The copied address holds the token.'}
        </span>
        <CopyButton text={() => baseUrl} label="Copy the base URL" words="Copy" />
      </div>
      {token === null ? null : (
        <div className="set">
          <span className="one">Gateway token</span>
          <span>
            {tokenDue === 'always' ? 'Every request must show it' : 'Requests to an upstream whose key is stored here must show it'}: as{' '}
            <code className="xs">x-signalbox-token</code>, as the API key, or as <code className="xs">/t/TOKEN</code> in the base URL.
          </span>
          <CopyButton text={() => token} label="Copy the gateway token" words="Copy" />
        </div>
      )}
    </>
  );
}

function OutcomeNote({ outcome: { problem, said, checks } }: { readonly outcome: Outcome }) {
  if (problem !== undefined) return <Note tone="problem">{inertLine(problem, 1000)}</Note>;
  if (checks === undefined) return <Note tone="info">{said}</Note>;
  const isOpen = checks.every(({ passed }) => passed);
  return (
    <Note tone={isOpen ? 'info' : 'warning'}>
      <ul className="plain-list">
        {checks.map((check) => (
          <li key={`${check.what} ${check.detail}`}>
            <span className={check.passed ? 'fg recovered' : 'fg stuck'}>{check.passed ? 'Passed:' : 'Failed:'}</span>{' '}
            {inertLine(check.detail, 300)}
            {check.next === null ? null : <>. Next: {inertLine(check.next, 200)}</>}
          </li>
        ))}
      </ul>
    </Note>
  );
}
