import { useState } from 'react';
import type { CallAnswer } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { Note } from '../../components/note.tsx';
import { useConsole } from '../../store/console-store.ts';
import type { Probe } from './use-probes.ts';

type UpstreamRow = CallAnswer<'upstreams/list'>['upstreams'][number];

/** Where a key is kept, in a few words. */
export const keyPlaces: { readonly [P in NonNullable<UpstreamRow['keyPlace']>]: string } = {
  environment: 'environment',
  keychain: 'keychain',
  file: 'secrets.json',
  settings: 'settings, in clear',
};

/** One upstream: what its test said, and its key. A key goes in and never comes out again. */
export function UpstreamPanel({
  row,
  keptIn,
  probe,
  onChanged,
  onLeave,
}: {
  readonly row: UpstreamRow;
  readonly keptIn: 'keychain' | 'file';
  readonly probe: Probe | undefined;
  /** The stored key is another one: what was tested before no longer counts. */
  readonly onChanged: () => void;
  readonly onLeave: () => void;
}) {
  const store = useConsole();
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const saveKey = (value: string | null): void => {
    setProblem(undefined);
    void store.client.call('upstreams/key', { name: row.name, key: value }).then((answer) => {
      if (!answer.ok) return setProblem(answer.error.message);
      if ('error' in answer.value) return setProblem(answer.value.error.message);
      setKey('');
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
        <h3 className="grow">{inertLine(row.name, 64)}</h3>
        <Button look="ghost" onClick={onLeave}>
          Close
        </Button>
      </div>
      {probe === undefined ? null : (
        <p className="sm" role="status">
          <ProbeWords probe={probe} />
        </p>
      )}
      {row.sealed === null ? null : (
        <Note tone="warning">
          The stored key is not in use: {inertLine(row.sealed.what, 300)}. Next: {inertLine(row.sealed.next, 200)}.
        </Note>
      )}
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
                placeholder={row.hasKey || row.sealed !== null ? 'a new key in place of the stored one' : 'key'}
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
