import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RecordingRow } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { bytes } from '../../components/format-units.ts';
import type { ServedFiles } from '../../served-files.ts';

interface Sending {
  readonly sent: number;
  readonly total: number;
  readonly stop: AbortController;
}

/** Sends a file of the operator's machine, with progress and a way to stop it. */
export function UploadButton({
  files,
  onOpened,
  onProblem,
}: {
  readonly files: ServedFiles;
  readonly onOpened: (recording: RecordingRow) => void;
  readonly onProblem: (message: string | undefined) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<Sending>();
  const stop = sending?.stop;
  // A dialog that is closed sends nothing on.
  useEffect(() => () => stop?.abort(), [stop]);
  const send = (file: File): void => {
    const controller = new AbortController();
    onProblem(undefined);
    setSending({ sent: 0, total: file.size, stop: controller });
    const onProgress = (sent: number): void => setSending((now) => (now === undefined ? now : { ...now, sent }));
    void files.upload(file, { signal: controller.signal, onProgress }).then((answer) => {
      setSending(undefined);
      if (!answer.ok) onProblem(answer.error.message);
      else if ('error' in answer.value) onProblem(answer.value.error.message);
      else onOpened(answer.value.recording);
    });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File of this machine"
        accept=".zip,.har,.json,.jsonl"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again.
          event.target.value = '';
          if (file !== undefined) send(file);
        }}
      />
      {sending === undefined ? (
        <Button icon={Upload} title="Open a file of the machine that this page is on" onClick={() => input.current?.click()}>
          Upload…
        </Button>
      ) : (
        <Button onClick={() => sending.stop.abort()}>
          Cancel {bytes(sending.sent)} of {bytes(sending.total)}
        </Button>
      )}
    </>
  );
}
