import { consoleFiles, maxImportBytes } from '../shared/ipc/console-files.ts';
import type { CallAnswer } from '../shared/ipc/contract.ts';
import type { CallError } from '../shared/ipc/channel.ts';
import { fail, type Result } from '../shared/result.ts';

/** How a file is sent. */
export interface UploadControl {
  readonly signal: AbortSignal;
  /** Bytes that left so far. */
  onProgress(sent: number): void;
}

/** Files between the operator's machine and the gateway's, where they may be two (`console-files.ts`). */
export interface ServedFiles {
  /** Where the browser gets the file of a finished export. */
  downloadOf(job: string): string;
  /** `import/open` for a file of this machine. */
  upload(file: File, control: UploadControl): Promise<Result<CallAnswer<'import/open'>, CallError>>;
}

/** `read` makes a result of a status and an answer, as for every call. */
export function servedFiles(
  read: (status: number, answer: unknown) => Result<CallAnswer<'import/open'>, CallError>,
  unreachable: () => CallError,
): ServedFiles {
  return {
    downloadOf: (job) => `${consoleFiles.download}?job=${encodeURIComponent(job)}`,
    upload: (file, { signal, onProgress }) => {
      if (file.size > maxImportBytes)
        return Promise.resolve(
          fail({ code: 'too-large', message: `${file.name} is larger than ${maxImportBytes} bytes. Next: export a smaller scope.` }),
        );
      // fetch tells nobody how far it is.
      const request = new XMLHttpRequest();
      request.open('POST', `${consoleFiles.upload}?name=${encodeURIComponent(file.name)}`);
      request.setRequestHeader('content-type', 'application/octet-stream');
      request.responseType = 'json';
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      signal.addEventListener('abort', () => request.abort(), { once: true });
      return new Promise((done) => {
        request.onload = () => done(read(request.status, request.response));
        request.onerror = () => done(fail(unreachable()));
        request.onabort = () => done(fail({ code: 'cancelled', message: 'The upload was cancelled: nothing was kept.' }));
        request.send(file);
      });
    },
  };
}
