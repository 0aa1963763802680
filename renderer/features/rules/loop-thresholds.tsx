import { useState } from 'react';
import type { CallAnswer } from '../../../shared/ipc/contract.ts';
import type { Json } from '../../../shared/json.ts';
import { defaultSettings, type SettingKey, type Settings } from '../../../shared/settings.ts';
import { Button } from '../../components/button.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { useAnswer } from '../../components/use-answer.ts';
import { useConsole } from '../../store/console-store.ts';

type ToolLimits = Settings['loop.tools'];

/** Thresholds of all tools, and of tools that have their own or are not watched. A refused value says what is allowed. */
export function LoopThresholds({ onChanged }: { readonly onChanged: () => void }) {
  const store = useConsole();
  const { answer, again } = useAnswer('settings/get', {});
  const [problem, setProblem] = useState<string | undefined>(undefined);
  if (answer.state !== 'ready') return null;
  const tools = valueOf(answer.value, 'loop.tools');
  const save = (key: string, value: Json): void => {
    setProblem(undefined);
    void store.client.call('settings/set', { key, value }).then((result) => {
      if (!result.ok) return setProblem(result.error.message);
      if ('error' in result.value) return setProblem(result.value.error.message);
      again();
      return onChanged();
    });
  };
  const without = (name: string): ToolLimits => Object.fromEntries(Object.entries(tools).filter(([tool]) => tool !== name));
  return (
    <div className="sec">
      <h3>
        Thresholds <span className="muted plain">repetitions, for all tools</span>
      </h3>
      <div className="flex gap-above">
        <CountField label="Guide at" value={valueOf(answer.value, 'loop.guideAt')} onSave={(value) => save('loop.guideAt', value)} />
        <CountField label="Block at" value={valueOf(answer.value, 'loop.openAt')} onSave={(value) => save('loop.openAt', value)} />
      </div>
      {problem === undefined ? null : (
        <p className="sm fg stuck gap-above" role="alert">
          {problem}
        </p>
      )}
      <h3 className="gap-above">
        Single tools <span className="muted plain">counts of their own, or none</span>
      </h3>
      {Object.entries(tools).map(([tool, limits]) => (
        <div className="flex gap-above" key={tool}>
          <span className="tool">{inertLine(tool, 60)}</span>
          <span className="sm muted">{limits === 'off' ? 'not watched' : `guide at ${limits.guideAt}, block at ${limits.openAt}`}</span>
          <span className="spring" />
          <Button small look="ghost" onClick={() => save('loop.tools', without(tool))}>
            As all
          </Button>
        </div>
      ))}
      <ToolForm onSet={(tool, limits) => save('loop.tools', { ...tools, [tool]: limits })} />
    </div>
  );
}

function valueOf<K extends SettingKey>({ settings }: CallAnswer<'settings/get'>, key: K): Settings[K] {
  return (settings.find((setting) => setting.key === key)?.value ?? defaultSettings[key]) as Settings[K];
}

/** A whole number, saved when it is left or Enter is pressed. */
function CountField({
  label,
  value,
  onSave,
}: {
  readonly label: string;
  readonly value: number;
  readonly onSave: (value: number) => void;
}) {
  const [text, setText] = useState(String(value));
  const commit = (): void => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) setText(String(value));
    else if (number !== value) onSave(number);
  };
  return (
    <label className="flex sm two count-field">
      {label}
      <span className="field setting count">
        <input
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
      </span>
    </label>
  );
}

/** Gives one tool thresholds of its own, or takes it out of the watch. */
function ToolForm({ onSet }: { readonly onSet: (tool: string, limits: ToolLimits[string]) => void }) {
  const [tool, setTool] = useState('');
  const [guideAt, setGuideAt] = useState('6');
  const [openAt, setOpenAt] = useState('10');
  const name = tool.trim();
  const set = (limits: ToolLimits[string]): void => {
    onSet(name, limits);
    setTool('');
  };
  return (
    <>
      <div className="flex gap-above">
        <span className="field grow">
          <input
            aria-label="Name of the tool"
            placeholder="name of a tool"
            value={tool}
            spellCheck={false}
            onChange={(event) => setTool(event.target.value)}
          />
        </span>
      </div>
      <div className="flex gap-above sm two">
        <span className="nw">guide at</span>
        <span className="field setting count short">
          <input aria-label="Guide this tool at" inputMode="numeric" value={guideAt} onChange={(event) => setGuideAt(event.target.value)} />
        </span>
        <span className="nw">block at</span>
        <span className="field setting count short">
          <input aria-label="Block this tool at" inputMode="numeric" value={openAt} onChange={(event) => setOpenAt(event.target.value)} />
        </span>
        <span className="spring" />
        <Button small disabled={name === ''} onClick={() => set({ guideAt: Number(guideAt), openAt: Number(openAt) })}>
          Set counts
        </Button>
        <Button small look="ghost" disabled={name === ''} onClick={() => set('off')}>
          Do not watch
        </Button>
      </div>
    </>
  );
}
