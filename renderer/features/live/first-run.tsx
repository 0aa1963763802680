import { Check } from 'lucide-react';
import { useState } from 'react';
import { CopyLine } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useConsole, useConsoleState } from '../../store/console-store.ts';

interface AgentWay {
  readonly name: string;
  readonly hint: string;
  readonly commands: (gateway: string) => readonly { readonly label: string; readonly text: string }[];
}

/** How each agent is pointed at the gateway: its own base-URL variable, for this run and for the shell. */
const agents: readonly AgentWay[] = [
  {
    name: 'Claude Code',
    hint: 'Anthropic Messages',
    commands: (gateway) => [
      { label: 'This time only', text: `ANTHROPIC_BASE_URL=${gateway} claude` },
      { label: 'For this shell', text: `export ANTHROPIC_BASE_URL=${gateway}` },
    ],
  },
  {
    name: 'Codex',
    hint: 'OpenAI Responses',
    commands: (gateway) => [
      {
        label: 'This time only',
        text: `codex -c model_provider=signalbox -c 'model_providers.signalbox={name="Signalbox",base_url="${gateway}/v1",env_key="OPENAI_API_KEY",wire_api="responses"}'`,
      },
    ],
  },
  {
    name: 'Qwen Code',
    hint: 'Chat Completions',
    commands: (gateway) => [
      { label: 'This time only', text: `OPENAI_BASE_URL=${gateway}/v1 qwen` },
      { label: 'For this shell', text: `export OPENAI_BASE_URL=${gateway}/v1` },
    ],
  },
  {
    name: 'Aider',
    hint: 'Chat Completions',
    commands: (gateway) => [{ label: 'This time only', text: `OPENAI_API_BASE=${gateway}/v1 aider` }],
  },
  {
    name: 'Other',
    hint: 'any base URL',
    commands: (gateway) => [
      { label: 'OpenAI-compatible agents', text: `${gateway}/v1` },
      { label: 'Anthropic-compatible agents', text: gateway },
    ],
  },
];

/** Empty, but not silent: what is missing, the command with Copy, and that the gateway listens. */
export function FirstRun() {
  const store = useConsole();
  const gateway = useConsoleState((state) => state.about?.gateway);
  const upstreams = useConsoleState((state) => state.about?.upstreams);
  const [chosen, setChosen] = useState(0);
  const agent = agents[chosen] ?? agents[0];
  return (
    <div className="first">
      <div>
        <h2 className="title">No agent has called yet</h2>
        <p className="two lead">
          Signalbox stands between an agent and its model. Only the agent's base URL changes; until something needs mending, every byte
          passes as it came.
        </p>
        <div className="step">
          <span className={gateway === undefined ? 'stepn' : 'stepn done'}>
            {gateway === undefined ? '1' : <Icon of={Check} size="s" />}
          </span>
          <div>
            <div className="flex">
              <h2>{gateway === undefined ? 'The gateway has not answered yet' : 'The gateway listens'}</h2>
              <span className="spring" />
              <code className="sm two">{gateway ?? ''}</code>
            </div>
            <p className="sm muted">
              {upstreams === undefined
                ? ''
                : upstreams.length === 0
                  ? "Upstream: the vendors' own addresses, chosen by route. "
                  : `Upstream ${upstreams.join(', ')}. `}
              <button type="button" className="link" onClick={() => store.go('settings')}>
                Change or add an upstream
              </button>
            </p>
          </div>
        </div>
        <div className="step">
          <span className="stepn">2</span>
          <div>
            <h2>Attach an agent</h2>
            <div className="ags" role="radiogroup" aria-label="Agent">
              {agents.map((each, at) => (
                // biome-ignore lint/a11y/useSemanticElements: a tile, not a form control
                <button
                  key={each.name}
                  type="button"
                  role="radio"
                  aria-checked={at === chosen}
                  className={at === chosen ? 'ag sel' : 'ag'}
                  onClick={() => setChosen(at)}
                >
                  <span>{each.name}</span>
                  <span className="xs muted">{each.hint}</span>
                </button>
              ))}
            </div>
            {gateway === undefined ? (
              <p className="sm muted way">How stands here as soon as the gateway has told its address.</p>
            ) : (
              agent?.commands(gateway).map((command) => (
                <div key={command.label} className="way">
                  <div className="lbl">{command.label}</div>
                  <CopyLine text={command.text} />
                </div>
              ))
            )}
            <p className="sm muted way">
              Or once and for all, with a backup of the agent's own settings:{' '}
              <button type="button" className="link" onClick={() => store.go('settings')}>
                connect it under Settings, Agents
              </button>
            </p>
          </div>
        </div>
        <div className="step">
          <span className="stepn">3</span>
          <div>
            <div className="flex">
              <h2>Send it a message</h2>
              <span className="spring" />
              {gateway === undefined ? null : (
                <span className="sm muted flex listening">
                  <i className="dot ok listen" />
                  waiting for the first request
                </span>
              )}
            </div>
            <p className="sm muted">Its calls appear here as they happen. Doubtful ones wait for you in Approvals.</p>
          </div>
        </div>
      </div>
    </div>
  );
}
