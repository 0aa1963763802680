import { Ban, Check, CircleX, Download, LoaderCircle } from 'lucide-react';
import type { JobRow } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { bytes, count, plural } from '../../components/format-units.ts';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { useConsole } from '../../store/console-store.ts';
import { ReplayRows } from './replay-rows.tsx';

const icons = { running: LoaderCircle, done: Check, failed: CircleX, cancelled: Ban } as const;
const words = { running: 'Running', done: 'Done', failed: 'Failed', cancelled: 'Cancelled' } as const;

/** Exports, imports and replays of this console's run, newest first. */
export function JobList({ jobs, onChange }: { readonly jobs: readonly JobRow[]; readonly onChange: () => void }) {
  if (jobs.length === 0) return null;
  return (
    <section aria-label="Exports and replays">
      <h3 className="lbl">Exports and replays</h3>
      <ul className="jobs">
        {jobs.slice(0, 20).map((job) => (
          <Job key={job.id} job={job} onChange={onChange} />
        ))}
      </ul>
    </section>
  );
}

function Job({ job, onChange }: { readonly job: JobRow; readonly onChange: () => void }) {
  const store = useConsole();
  const { state, result } = job;
  const cancel = (): void => void store.client.call('jobs/cancel', { job: job.id }).then(onChange);
  return (
    <li>
      <div className="flex">
        <Icon of={icons[state]} size="s" />
        <span className={state === 'failed' ? 'sm fg stuck' : 'sm'}>{words[state]}</span>
        <span className="mono sm ell grow">{inertLine(job.title, 120)}</span>
        <span className="num sm muted" role="status">
          {state === 'running' ? progressOf(job) : ''}
        </span>
        {state === 'running' ? (
          <Button small onClick={cancel}>
            Cancel
          </Button>
        ) : null}
      </div>
      {job.error === null ? null : <p className="sm fg stuck">{job.error.message}</p>}
      {result === null ? null : 'path' in result ? (
        <div className="flex sm two">
          {store.client.files === undefined ? null : (
            <a className="btn small" href={store.client.files.downloadOf(job.id)} download>
              <Icon of={Download} size="s" />
              Download
            </a>
          )}
          <code className="ell grow">{result.path}</code>
          <CopyButton text={() => result.path} label="Copy the path" />
          <span className="num nw">{bytes(result.bytes)}</span>
          <span className="mono xs muted nw" title={`SHA-256 ${result.sha256}`}>
            {result.sha256.slice(0, 12)}…
          </span>
          <CopyButton text={() => result.sha256} label="Copy the SHA-256" />
        </div>
      ) : 'recording' in result ? (
        <p className="sm two">Kept read-only under Sessions, Imported.</p>
      ) : (
        <>
          <p className="sm two">
            {plural(result.exchanges, 'exchange')}: {count(result.same)} same, {count(result.differs)} different
            {result.notReproducible === 0 ? '' : `, ${count(result.notReproducible)} not reproducible`}
          </p>
          {result.differs + result.notReproducible === 0 ? null : <ReplayRows job={job.id} />}
        </>
      )}
    </li>
  );
}

const progressOf = ({ done, total, unit }: JobRow): string =>
  unit === 'bytes' ? bytes(done) : `${count(done)}${total === null ? '' : ` of ${count(total)}`}`;
