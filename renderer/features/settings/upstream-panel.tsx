import { useState } from 'react';
import type { CallAnswer } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { Note } from '../../components/note.tsx';
import { useConsole } from '../../store/console-store.ts';

type UpstreamRow = CallAnswer<'upstreams/list'>['upstreams'][number];
type Probe = CallAnswer<'upstreams/test'>;

/** Where a key is kept, in a few words. */
export const keyPlaces: { readonly [P in NonNullable<UpstreamRow['keyPlace']>]: string } = {
  environment: 'environment',
  keychain: 'keychain',
  file: 'file, 0600',
  settings: 'settings, in clear',
};

/** One upstream: whether it answers, and its key. A key goes in and never comes out again. */
export function UpstreamPanel({
  row,
  keptIn,
  onChanged,
  onLeave,
}: {
  readonly row: UpstreamRow;
  readonly keptIn: 'keychain' | 'file';
  readonly onChanged: () => void;
  readonly onLeave: () => void;
}) {
  const store = useConsole();
  const [probe, setProbe] = useState<Probe | 'asking' | undefined>(undefined);
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const test = (): void => {
    setProbe('asking');
    void store.client.call('upstreams/test', { name: row.name }).then((answer) => {
      setProbe(answer.ok ? answer.value : { reachable: false, status: null, latencyMs: null, detail: answer.error.message, next: null });
    });
  };
  const saveKey = (value: string | null): void => {
    setProblem(undefined);
    void store.client.call('upstreams/key', { name: row.name, key: value }).then((answer) => {
      if (!answer.ok) return setProblem(answer.error.message);
      if ('error' in answer.value) return setProblem(answer.value.error.message);
      setKey('');
      setProbe(undefined);
      return onChanged();
    });
  };
  return (
    <form
      className="upstream-panel"
      aria-label={`Upstream ${inertLine(row.name, 64)}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') saveKey(key.trim());
      }}
      onKeyDown={(event) => event.key === 'Escape' && onLeave()}
    >
      <div className="flex">
        <Button onClick={test} disabled={probe === 'asking'}>
          {probe === 'asking' ? 'Asking…' : `Test ${inertLine(row.name, 64)}`}
        </Button>
        <span className="sm grow" role="status">
          {probe === undefined || probe === 'asking' ? (
            <span className="muted">asks for the list of models</span>
          ) : (
            <ProbeWords probe={probe} />
          )}
        </span>
        <Button look="ghost" onClick={onLeave}>
          Close
        </Button>
      </div>
      {row.keyPlace === 'environment' ? (
        <p className="sm muted">
          The key comes from <code className="xs">{row.keyVariable}</code>; it is changed there.
        </p>
      ) : (
        <>
          <div className="flex">
            <span className="field grow">
              <input
                type="password"
                autoComplete="off"
                aria-label={`Key of ${inertLine(row.name, 64)}`}
                placeholder={row.hasKey ? 'a new key in place of the stored one' : 'key'}
                value={key}
                onChange={(event) => setKey(event.target.value)}
              />
            </span>
            <Button type="submit" disabled={key.trim() === ''}>
              Store key
            </Button>
            {row.hasKey ? (
              <Button look="danger" onClick={() => saveKey(null)}>
                Forget key
              </Button>
            ) : null}
          </div>
          <p className="sm muted">{keeping(keptIn, row)}</p>
        </>
      )}
      {problem === undefined ? null : <Note tone="problem">{problem}</Note>}
    </form>
  );
}

/** Said plainly: what protects the key, and what agents must do then. */
function keeping(keptIn: 'keychain' | 'file', row: UpstreamRow): string {
  const place =
    keptIn === 'keychain'
      ? 'It is kept sealed by the keychain of this system.'
      : `It is kept in secrets.json in the data folder, readable by your user only and not encrypted; ${row.keyVariable} in the environment keeps it off the disk.`;
  const clear =
    row.keyPlace === 'settings' ? ' Now it stands in clear in the settings file or on the command line: store it here to move it out.' : '';
  return `${place}${clear} With a stored key, agents must show the gateway token (Agents, below).`;
}

function ProbeWords({ probe }: { readonly probe: Probe }) {
  const status = probe.status === null ? '' : ` HTTP ${probe.status}${probe.latencyMs === null ? '' : ` in ${probe.latencyMs} ms`}:`;
  return (
    <>
      <span className={probe.reachable ? 'fg recovered' : 'fg stuck'}>{probe.reachable ? 'Reachable.' : 'Not reachable.'}</span>
      {status} {inertLine(probe.detail, 200)}.{probe.next === null ? null : <> Next: {inertLine(probe.next, 200)}.</>}
    </>
  );
}
