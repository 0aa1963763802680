import http from 'node:http';

// Idle sockets go before a server closes them (5 s): contenders take turns.
const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, timeout: 3_000 });
const tools = [
  {
    type: 'function',
    function: { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } },
  },
];

export interface LoadOptions {
  readonly messages?: readonly object[];
  readonly stream?: boolean;
  readonly session?: string;
  readonly onChunk?: (chunk: Buffer) => void;
  /** The address asked is Portkey's gateway, which is to go on to this one. */
  readonly portkeyTo?: string | undefined;
}

/** One request like an agent's, the answer read to its end. Answers the milliseconds until the first byte. */
export function ask(url: string, path: string, options: LoadOptions = {}): Promise<number> {
  const { messages = [{ role: 'user', content: 'Say a lot.' }], stream = true, session, onChunk, portkeyTo } = options;
  const body = JSON.stringify({ model: 'm', stream, messages, tools });
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(
      portkeyTo === undefined ? `${url}${path}/v1/chat/completions` : `${url}/v1/chat/completions`,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...(session === undefined ? {} : { 'x-signalbox-session': session }),
          ...(portkeyTo === undefined
            ? {}
            : { authorization: 'Bearer none', 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${portkeyTo}${path}/v1` }),
        },
      },
      (response) => {
        let first: number | undefined;
        response.on('data', (chunk: Buffer) => {
          first ??= performance.now() - started;
          onChunk?.(chunk);
        });
        response.on('end', () => (response.statusCode === 200 ? resolve(first ?? 0) : reject(new Error(`HTTP ${response.statusCode}`))));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Many at once. */
export const askMany = (count: number, one: (n: number) => Promise<number>): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)));
