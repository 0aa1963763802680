import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ConsoleApp } from '../app/console-app.ts';
import { sendError } from './send-json.ts';

/** A reader that takes nothing for this long is cut: the file can be asked for again. */
const STUCK_MS = 60_000;

/**
 * Answers with the file of a finished export as an attachment (design 4.3, `console-files.ts`). The job's id is all that is taken from outside;
 * the type is one that no browser shows, for what is in the file is an agent's.
 */
export async function sendExport(app: ConsoleApp, request: IncomingMessage, response: ServerResponse, job: string): Promise<void> {
  if (request.method !== 'GET') return sendError(response, 405, 'method', 'Only GET here.');
  const file = await app.exportFile(job);
  if (file === undefined)
    return sendError(response, 404, 'not-found', 'No finished export of this run has this file any more. Next: export it again.');
  const { name, bytes, handle } = file;
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    // The name is made here of letters, digits, `-`, `_` and `.` (export-file-name.ts).
    'content-disposition': `attachment; filename="${name}"`,
    'content-length': bytes,
    'cache-control': 'no-store',
  });
  response.setTimeout(STUCK_MS, () => response.destroy());
  // The reader may leave: the stream closes the file either way.
  await pipeline(handle.createReadStream({ start: 0, end: Math.max(0, bytes - 1) }), response).catch(() => response.destroy());
}
