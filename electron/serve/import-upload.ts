import type { IncomingMessage, ServerResponse } from 'node:http';
import { maxImportBytes } from '../../shared/ipc/console-files.ts';
import type { ConsoleApp } from '../app/console-app.ts';
import { tooLarge } from '../operator/upload-folder.ts';
import { sendError, sendJson } from './send-json.ts';

/** A sender that sends nothing for this long is cut. */
const STUCK_MS = 60_000;

/** Opens a file that the operator's browser sends, as `import/open` opens one by its path (design 4.3, `console-files.ts`). */
export async function receiveImport(app: ConsoleApp, request: IncomingMessage, response: ServerResponse, named: string): Promise<void> {
  if (request.method !== 'POST') return sendError(response, 405, 'method', 'A file is sent with POST.');
  // Not a type that a form of another page can send without asking first.
  if (request.headers['content-type'] !== 'application/octet-stream')
    return sendError(response, 415, 'type', 'A file is sent as application/octet-stream.');
  const name = shownName(named);
  if (Number(request.headers['content-length'] ?? 0) > maxImportBytes) {
    response.setHeader('connection', 'close');
    return sendError(response, 413, 'too-large', tooLarge(name).message);
  }
  request.setTimeout(STUCK_MS, () => request.destroy());
  const answer = await app.importUpload({ name, bytes: bytesOf(request) });
  const isTooLarge = 'error' in answer && answer.error.code === 'too-large';
  if (isTooLarge) response.setHeader('connection', 'close');
  else await readPast(request);
  sendJson(response, isTooLarge ? 413 : 200, answer);
}

/** Whoever stops reading leaves the rest, and the connection, for the answer. */
const bytesOf = (request: IncomingMessage): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>,
});

/** A browser hears an answer only once it has sent all: the rest of what was refused unread goes nowhere, up to the bound of a file. */
async function readPast(request: IncomingMessage): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of bytesOf(request)) {
      size += chunk.length;
      if (size > maxImportBytes) return;
    }
  } catch {
    // The sender is gone: nobody hears the answer.
  }
}

/** Only shown: the last part of a path, without what would not be seen. */
function shownName(text: string): string {
  const last = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  const shown = last.replace(/\p{C}/gu, '').slice(0, 200);
  return shown === '' ? 'upload' : shown;
}
