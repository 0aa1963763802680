import { useState } from 'react';
import type { SettingState } from '../../../shared/ipc/contract.ts';
import type { Json } from '../../../shared/json.ts';
import { Button } from '../../components/button.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { Segmented } from '../../components/segmented.tsx';
import { Switch } from '../../components/switch.tsx';
import { useConsole } from '../../store/console-store.ts';
import { problemWords, settingChoices, settingNames, unitFactors, unitOf, valueWords } from './setting-sections.ts';

/** One setting: name and key, what it does, its control; a refused value keeps its text and says what is allowed. */
export function SettingRow({ setting, onSaved }: { readonly setting: SettingState; readonly onSaved: (setting: SettingState) => void }) {
  const store = useConsole();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const save = (value: Json): void => {
    setProblem(undefined);
    // What is in force was typed again: nothing to save, and nothing wrong any more.
    if (JSON.stringify(value) === JSON.stringify(setting.value)) return;
    void store.client.call('settings/set', { key: setting.key, value }).then((answer) => {
      if (!answer.ok) return setProblem(answer.error.message);
      if ('error' in answer.value) return setProblem(answer.value.error.message);
      return onSaved(answer.value.setting);
    });
  };
  const confirm = (accept: boolean): void => {
    setProblem(undefined);
    void store.client.call('settings/confirm', { key: setting.key, accept }).then((answer) => {
      if (!answer.ok) return setProblem(answer.error.message);
      if ('error' in answer.value) return setProblem(answer.value.error.message);
      return onSaved(answer.value.setting);
    });
  };
  const name = settingNames[setting.key] ?? setting.key.split('.').at(-1) ?? setting.key;
  const isDefault = JSON.stringify(setting.value) === JSON.stringify(setting.fallback);
  return (
    <div className="set">
      <span className="one">{name}</span>
      <span>
        {setting.help} <code className="xs">{setting.key}</code>
        {isDefault ? null : <span className="one"> Default {inertLine(valueWords(setting.key, setting.fallback), 80)}.</span>}
        {setting.pending === undefined ? null : <PendingChange pending={setting.pending} onSettle={confirm} />}
        {problem === undefined ? null : (
          <span className="fg stuck" role="alert">
            {' '}
            {problemWords(setting.key, problem)}.
          </span>
        )}
      </span>
      <SettingControl setting={setting} name={name} onSave={save} bad={problem !== undefined} />
    </div>
  );
}

/** A guarded change that came by file: it acts only when the operator says so (interfaces 4.3). */
export function PendingChange({ pending, onSettle }: { readonly pending: Json; readonly onSettle: (accept: boolean) => void }) {
  return (
    <span className="flex pending" role="group" aria-label="Change by file">
      <span className="fg held">The file was changed to {inertLine(shortJson(pending), 80)}. It waits for you.</span>
      <Button small onClick={() => onSettle(true)}>
        Take it over
      </Button>
      <Button small look="ghost" onClick={() => onSettle(false)}>
        Take it out
      </Button>
    </span>
  );
}

const shortJson = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

function SettingControl({
  setting,
  name,
  onSave,
  bad,
}: {
  readonly setting: SettingState;
  readonly name: string;
  readonly onSave: (value: Json) => void;
  readonly bad: boolean;
}) {
  const { key, value } = setting;
  const choices = settingChoices[key];
  if (choices !== undefined && typeof value === 'string') {
    return (
      <Segmented
        label={name}
        value={value}
        tone={key === 'recovery.mode' ? value : undefined}
        options={choices.map((choice) =>
          typeof choice === 'string' ? { value: choice, label: choice } : { value: choice[0], label: choice[1] },
        )}
        onChange={onSave}
      />
    );
  }
  if (typeof value === 'boolean') return <Switch label={name} hideLabel on={value} onChange={onSave} />;
  if (typeof value === 'number') return <NumberField key={value} name={name} value={value} unit={unitOf(key)} bad={bad} onSave={onSave} />;
  return <TextField key={JSON.stringify(value)} name={name} value={value} bad={bad} onSave={onSave} />;
}

function NumberField({
  name,
  value,
  unit,
  bad,
  onSave,
}: {
  readonly name: string;
  readonly value: number;
  readonly unit: keyof typeof unitFactors | undefined;
  readonly bad: boolean;
  readonly onSave: (value: number) => void;
}) {
  const factor = unit === undefined ? 1 : unitFactors[unit];
  const [text, setText] = useState(String(value / factor));
  const commit = (): void => {
    const typed = Number(text) * factor;
    // A thousandth of a second and a byte are the smallest there are.
    const number = factor === 1 ? typed : Math.round(typed);
    if (text.trim() !== '' && Number.isFinite(number)) onSave(number);
    else if (!Number.isFinite(number)) setText(String(value / factor));
  };
  return (
    <span className={bad ? 'field setting bad' : 'field setting'}>
      <input
        inputMode="decimal"
        aria-invalid={bad}
        aria-label={unit === undefined ? name : `${name}, in ${unit === 's' ? 'seconds' : unit}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {unit === undefined ? null : <span className="end unit">{unit}</span>}
    </span>
  );
}

/** Text is typed as it is, a list of names with commas between them, a record as JSON. An empty field is `null`, or no name. */
function TextField({
  name,
  value,
  bad,
  onSave,
}: {
  readonly name: string;
  readonly value: Json;
  readonly bad: boolean;
  readonly onSave: (value: Json) => void;
}) {
  const form = formOf(value);
  const shown = textOf(value);
  const [text, setText] = useState(shown);
  const [wrong, setWrong] = useState(false);
  const commit = (): void => {
    if (text === shown) return onSave(value);
    if (form === 'plain') return onSave(text === '' ? null : text);
    if (form === 'list') return onSave(text.split(/[\s,]+/).filter((each) => each !== ''));
    try {
      setWrong(false);
      onSave(JSON.parse(text) as Json);
    } catch {
      setWrong(true);
    }
  };
  return (
    <span className={bad || wrong ? 'field setting wide bad' : 'field setting wide'}>
      <input
        aria-label={name}
        aria-invalid={bad || wrong}
        className={form === 'plain' ? undefined : 'mono xs'}
        placeholder={form === 'plain' ? 'not set' : form === 'list' ? 'none; commas between them' : 'JSON'}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {wrong ? <span className="end unit fg stuck">no JSON</span> : null}
    </span>
  );
}

const isNames = (value: Json): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');
const formOf = (value: Json): 'plain' | 'list' | 'json' =>
  typeof value === 'string' || value === null ? 'plain' : isNames(value) ? 'list' : 'json';
const textOf = (value: Json): string =>
  typeof value === 'string' ? value : value === null ? '' : isNames(value) ? value.join(', ') : JSON.stringify(value);
