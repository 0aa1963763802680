import { Download, RotateCcw, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import type { ExportFormat } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { JobList } from './job-list.tsx';
import { ReplayForm } from './replay-form.tsx';
import { useJobs } from './use-jobs.ts';

const formats: readonly { readonly value: ExportFormat; readonly label: string; readonly what: string }[] = [
  { value: 'bundle', label: 'Bundle', what: 'A ZIP of all formats with hashes and what was blanked. It reopens here and replays.' },
  { value: 'html', label: 'Report', what: 'One page for a person: no script, nothing that loads. Prints as it stands.' },
  { value: 'har', label: 'HAR', what: 'HTTP Archive 1.2 for network tools. Streams are whole.' },
  { value: 'otlp', label: 'OTLP', what: 'Traces for an OpenTelemetry store, by the GenAI conventions.' },
  { value: 'jsonl', label: 'JSON lines', what: 'The journal’s entries as they are, one a line.' },
];

/** Hands an incident, a session or all of it over, and plays what was handed over. */
export function ExportDialog() {
  const store = useConsole();
  const open = useConsoleState((state) => state.overlay === 'export');
  return (
    <Dialog.Root open={open} onOpenChange={(next) => store.setState({ overlay: next ? 'export' : undefined })}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog export" aria-describedby={undefined}>
          <div className="flex">
            <Dialog.Title>Export and replay</Dialog.Title>
            <span className="spring" />
            <Dialog.Close asChild>
              <Button look="ghost" icon={X} aria-label="Close" />
            </Dialog.Close>
          </div>
          {open ? <ExportBody /> : null}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ExportBody() {
  const store = useConsole();
  const { scope, title } = useConsoleState((state) => state.handOver) ?? { scope: {}, title: 'The whole journal' };
  const [format, setFormat] = useState<ExportFormat>('bundle');
  const [problem, setProblem] = useState<string>();
  const { jobs, again } = useJobs();
  const start = (): void => {
    setProblem(undefined);
    void store.client.call('export/create', { scope, format }).then((answer) => {
      if (!answer.ok) setProblem(answer.error.message);
      else if ('error' in answer.value) setProblem(answer.value.error.message);
      else again();
    });
  };
  const replay = (session: string): void => {
    setProblem(undefined);
    void store.client.call('replay/run', { session }).then((answer) => {
      if (!answer.ok) setProblem(answer.error.message);
      else if ('error' in answer.value) setProblem(answer.value.error.message);
      else again();
    });
  };
  return (
    <>
      <section aria-label="Export">
        <h3 className="lbl">{title}</h3>
        <div className="flex">
          <Segmented label="Format" value={format} options={formats} onChange={setFormat} />
          <span className="spring" />
          {'session' in scope ? (
            <Button icon={RotateCcw} onClick={() => replay(scope.session)}>
              Replay
            </Button>
          ) : null}
          <Button look="primary" icon={Download} onClick={start}>
            Export
          </Button>
        </div>
        <p className={problem === undefined ? 'sm muted' : 'sm fg stuck'} role="status">
          {problem ?? `${formats.find((each) => each.value === format)?.what ?? ''} Secrets are blanked.`}
        </p>
      </section>
      <ReplayForm onStarted={again} />
      <JobList jobs={jobs} onChange={again} />
    </>
  );
}
