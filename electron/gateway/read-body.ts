import type { IncomingMessage } from 'node:http';

/** What was read of a request body. `over`: more came than is held; the request is paused and `read` holds what was taken so far. */
export type ReadBody =
  | { readonly type: 'whole'; readonly body: Buffer }
  | { readonly type: 'over'; readonly read: readonly Buffer[] }
  | { readonly type: 'gone' };

/**
 * Gives a chunk's memory back at once. Bodies of megabytes come with every turn, and memory outside the heap that waits for the collector
 * makes it walk the whole heap again and again.
 */
function release(chunk: Buffer): void {
  if (chunk.buffer instanceof ArrayBuffer && chunk.buffer.byteLength === chunk.byteLength) chunk.buffer.transfer(0);
}

/** Reads a request body up to `maxBytes`. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const read: Buffer[] = [];
    let size = 0;
    const settle = (result: ReadBody): void => {
      request.off('data', take).off('end', whole).off('error', gone).off('close', gone);
      resolve(result);
    };
    const take = (chunk: Buffer): void => {
      read.push(chunk);
      size += chunk.length;
      if (size <= maxBytes) return;
      request.pause();
      settle({ type: 'over', read });
    };
    const whole = (): void => {
      const [only] = read;
      if (read.length === 1 && only !== undefined) return settle({ type: 'whole', body: only });
      const body = Buffer.concat(read, size);
      for (const chunk of read) release(chunk);
      settle({ type: 'whole', body });
    };
    const gone = (): void => settle({ type: 'gone' });
    request.on('data', take).on('end', whole).on('error', gone).on('close', gone);
  });
}
