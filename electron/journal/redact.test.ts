import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecrets, redactJsonText, redactText, redactValue } from '../core/secret/redact.ts';
import { redactHeaders, redactPath } from './redact-headers.ts';
import { redactSse } from './redact-sse.ts';

const r = (text: string, times: number) => text.repeat(times);

/** Made up, in the exact shapes. Put together here, so that no scanner takes this file for a leak. */
const secrets: readonly [kind: string, secret: string][] = [
  ['anthropic-key', `sk-ant-api03-${r('aB3dE5fG', 11)}-xY9zAA`],
  ['openai-key', `sk-proj-${r('Ab3_x9Zq', 10)}`],
  ['openai-key', `sk-${r('a1b2c3d4', 6)}`],
  ['openai-key', `sk-or-v1-${r('0123456789abcdef', 4)}`],
  ['aws-access-key', `AKIA${'IOSFODNN7EXAMPLE'}`],
  ['github-token', `ghp_${r('a1B2c3D4', 4)}x9Y8`],
  ['github-token', `github_pat_${r('11ABCDEFG0', 2)}_${r('aB3dE5fG7h', 6)}`],
  ['gitlab-token', `glpat-${r('aB3dE5fG', 3)}`],
  ['slack-token', `xoxb-${'123456789012'}-${'123456789012'}-AbCdEfGhIjKl`],
  ['google-key', `AIza${r('SyA1b2C', 5)}`],
  ['stripe-key', `sk_live_${r('4eC39HqL', 3)}`],
  ['npm-token', `npm_${r('a1B2c3', 6)}`],
  ['hugging-face-token', `hf_${r('aBcDeF', 6)}`],
  ['jwt', `eyJ${r('hbGciOiJ', 3)}.eyJ${r('zdWIiOiI', 4)}.${r('dozjgNry', 4)}`],
  ['groq-key', `gsk_${r('a1B2c3D4', 6)}`],
];

describe('secrets by shape', () => {
  it.each(secrets)('%s', (kind, secret) => {
    for (const text of [secret, `key ${secret} end`, `"${secret}"`, `X=${secret}\n`, `(${secret})`, `https://h/?k=${secret}&x=1`]) {
      const redacted = redactText(text);
      expect(redacted.text).not.toContain(secret.slice(-8));
      expect(redacted.text).toHaveLength(text.length);
      expect(redacted.kinds).toContain(kind);
    }
  });

  it.each([
    ['a bearer token', `Authorization: Bearer ${r('a1B2c3D4', 4)}`, 'a1B2c3D4'],
    ['a password in a URL', 'postgres://app:hunter2hunter@db:5432/x', 'hunter2'],
    ['an assignment', `API_KEY=${r('q9W8e7R6', 3)}`, 'q9W8e7R6'],
    ['a JSON member', `{"client_secret":"${r('q9W8e7R6', 3)}"}`, 'q9W8e7R6'],
    ['a YAML member', `token: ${r('q9W8e7R6', 3)}`, 'q9W8e7R6'],
    ['a UUID as a token', 'access_token=550e8400-e29b-41d4-a716-446655440000', '446655440000'],
    ['a password', 'DB_PASSWORD="Tr0ub4dor&3x"', 'Tr0ub4dor'],
    ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${r('MIIEow9x', 8)}\n-----END RSA PRIVATE KEY-----`, 'MIIEow9x'],
    ['a private key that is cut off', `-----BEGIN OPENSSH PRIVATE KEY-----\n${r('b3BlbnNz', 8)}`, 'b3BlbnNz'],
  ])('%s', (_name, text, gone) => {
    expect(redactText(text).text).not.toContain(gone);
    expect(redactText(text).text).toHaveLength(text.length);
  });

  it('finds secrets that are known by value, whatever their shape', () => {
    expect(redactText('the word swordfish is it', ['swordfish']).text).toBe('the word ********* is it');
  });

  it('finds every secret of a text and nothing between them', () => {
    const text = secrets.map(([, secret]) => secret).join(' and ');
    expect(redactText(text).text.replace(/\*+/g, '')).toBe(r(' and ', secrets.length - 1));
  });
});

/** Ordinary words, code and output that look a little like secrets: not a character may change. */
const harmless = [
  'task-management-system-with-long-name and desk-organizer-2000-series-deluxe',
  'sk-learn is a library; class="sk-folding-cube sk-cube1"; <div id="sk-container-id-1" class="sk-top-container">',
  'The token: string; const token = getToken(request); token: process.env.GITHUB_TOKEN_2',
  'password: string; password = input.value; password: Joi.string().min(8).max(30).required()',
  '"max_tokens":4096,"prompt_tokens":120034,"completion_tokens_details":{"reasoning_tokens":0}',
  'secret: ${{ secrets.NPM_TOKEN }}; api_key: "<your-api-key-here>"; token=$TOKEN; password=********',
  'call_a1b2c3d4e5f6g7h8i9j0k1l2 toolu_01A09q90qw90lq917835lq9 msg_01XFDUDYJgAACzvnptvVoYEL chatcmpl-9AbCdEfGhIjKlMnOpQrStUvWxYz',
  'commit 3f786850e387550fdab836ed7e6dc881de23001b, sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  'import { tokenizer } from "./token/tokenizer-utils-version-2.ts"; // secret_key_base docs',
  'Bearer authentication is described in RFC 6750; Basic authorization-header-required',
  'http://localhost:4141/v1/chat/completions and https://user@example.com/path:with/colon@sign',
  'The authorization: required field; credential: platform-authenticator-attachment',
  'git@github.com:owner/repo.git, ssh://git@host:22/x, mailto:someone@example.com',
  '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----',
  'AKIA is the prefix of access keys; AIza begins Google keys; ghp_ and xoxb- too; eyJ begins a JWT',
  'xoxo-love-and-kisses-forever npm_config_registry npm_lifecycle_event hf_hub_download_with_retries',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'key: "ArrowDown", keyboard_key=Backspace1234567890 access_key: undefined, secret = null',
  'const tokenCount = 1234567890123456789; token = 0x1234567890 + offset(tokens[i])',
  '{"token":"the quick brown fox jumps over 13 lazy dogs"}',
  'const password = await promptForPassword2(); let pwd = process.cwd(); PWD=/home/user/Project1/src; export OLDPWD=/Users/Me/Code2',
  'passwordResetTokenExpiresAt: new Date(), passwords: [], password_hash: TEXT NOT NULL, password: config.db.password1',
];

describe('harmless text', () => {
  it.each(harmless)('%s', (text) => {
    expect(findSecrets(text)).toEqual([]);
    expect(redactJsonText(JSON.stringify({ text })).spans).toEqual([]);
  });
});

describe('JSON text', () => {
  const secret = secrets[0]?.[1] ?? '';
  it.each([
    ['in plain', JSON.stringify({ a: secret })],
    ['with an escaped letter', `{"a":"\\u0073${secret.slice(1)}"}`],
    [
      'with every letter escaped',
      `{"a":"${[...secret].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`,
    ],
    ['in JSON inside a string', JSON.stringify({ arguments: JSON.stringify({ key: secret }) })],
    ['broken off', `{"a":"${secret}`],
    ['behind a line break', JSON.stringify({ a: `x\n${secret}\ny` })],
  ])('%s', (_name, text) => {
    const redacted = redactJsonText(text);
    expect(redacted.kinds).toEqual(['anthropic-key']);
    expect(redacted.text).toHaveLength(text.length);
    expect(redacted.text).not.toMatch(/aB3dE5fG|\\u0061\\u0042\\u0033/);
    if (!text.startsWith('{"a":"sk') || text.endsWith('}')) expect(() => JSON.parse(redacted.text)).not.toThrow();
  });

  it('keeps a private key valid JSON', () => {
    const text = JSON.stringify({ pem: `-----BEGIN PRIVATE KEY-----\n${r('MIIEvQ9x', 8)}\n-----END PRIVATE KEY-----\n` });
    const redacted = redactJsonText(text);
    expect(JSON.parse(redacted.text)).toMatchObject({
      pem: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----\*+-----END PRIVATE KEY-----\n$/),
    });
  });
});

describe('raw streams', () => {
  const secret = `sk-ant-api03-${r('aB3dE5fG', 4)}`;
  const text = `The key is ${secret}, é😀 keep it.`;
  const frames: Readonly<Record<string, (piece: string, first: boolean) => string>> = {
    'openai-chat': (piece) => `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: piece } }] })}\n\n`,
    'openai-chat arguments': (piece, first) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...(first ? { id: 'x', type: 'function' } : {}), function: { ...(first ? { name: 'f' } : {}), arguments: piece } }] } }] })}\n\n`,
    'anthropic-messages': (piece) =>
      `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: piece } })}\n\n`,
    'openai-responses': (piece) =>
      `event: response.output_text.delta\r\ndata: ${JSON.stringify({ type: 'response.output_text.delta', item_id: 'i', output_index: 0, content_index: 0, delta: piece })}\r\n\r\n`,
  };

  it.each(Object.keys(frames))('%s: a secret split anywhere is blanked to equal length', (name) => {
    const frame = frames[name] ?? (() => '');
    for (let at = 0; at <= text.length; at += 1) {
      for (const cuts of [[at], [at, at + 3], [at, at + 1, at + 2]]) {
        const pieces = [0, ...cuts].map((from, index) => text.slice(from, cuts[index] ?? text.length));
        const raw = Buffer.from(pieces.map((piece, index) => frame(piece, index === 0)).join(''));
        const out = Buffer.from(redactSse(raw).bytes);
        expect(out).toHaveLength(raw.length);
        expect(assembled(out.toString())).toBe(assembled(raw.toString()).replace(secret, '*'.repeat(secret.length)));
      }
    }
  });

  it('finds one letter a frame, with other blocks between', () => {
    const frame = frames['anthropic-messages'] ?? (() => '');
    const other =
      'event: ping\ndata: {"type":"ping"}\n\nevent: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}\n\n';
    const raw = Buffer.from([...secret].map((char) => frame(char, false) + other).join(''));
    const redacted = redactSse(raw);
    expect(redacted).toMatchObject({ kinds: ['anthropic-key'], count: 1 });
    expect(assembled(Buffer.from(redacted.bytes).toString()).replaceAll('x', '')).toBe('*'.repeat(secret.length));
  });

  it('finds one in a snapshot, in a JSON body and in a line that is no JSON', () => {
    for (const raw of [
      `data: {"type":"response.output_text.done","text":"${secret}"}\n\n`,
      `{"choices":[{"message":{"content":"${secret}"}}]}`,
      `data: oops ${secret}\n\n`,
    ]) {
      expect(Buffer.from(redactSse(Buffer.from(raw)).bytes).toString()).toBe(raw.replace(secret, '*'.repeat(secret.length)));
    }
  });

  it('finds one in a text that is nested deeper than any stack reaches, whatever it is a mark of', () => {
    const deep = `${r('[', 200_000)}"${secret}"${r(']', 200_000)}`;
    for (const name of ['index', 'item_id', 'type', 'content']) {
      const raw = `data: {"${name}":${deep},"delta":{"text":"x"}}\n\n`;
      expect(Buffer.from(redactSse(Buffer.from(raw)).bytes).toString()).toBe(raw.replace(secret, '*'.repeat(secret.length)));
    }
  });

  it('gives back the very bytes where there is nothing', () => {
    const raw = Buffer.from(frames['openai-chat']?.('nothing here é😀', true) ?? '');
    expect(redactSse(raw).bytes).toBe(raw);
  });
});

describe('lines that are alike', () => {
  const knownOnes = ['gateway-token-1', 'content":"quo', 'back\\slash'];
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        ' the',
        ' key',
        ' token',
        ' is',
        'password=',
        'hunter22x',
        '"',
        '\\',
        ' https://u:p4ssw0rd9@h',
        'gateway-to',
        'ken-1',
        'quo',
        'ted',
        'é',
      ),
      fc.constantFrom(...secrets.map(([, secret]) => secret)),
      fc.constantFrom(...secrets.map(([, secret]) => secret.slice(0, 9)), ...secrets.map(([, secret]) => secret.slice(9))),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 24 },
  );
  /** With another number in each line no line is like the one before: each is read and searched. */
  const streamOf = (parts: readonly string[], beside: string, alike: boolean): Buffer =>
    Buffer.from(
      parts
        .map(
          (content, at) =>
            `data: ${JSON.stringify({ n: alike ? 1000 : 1001 + at, choices: [{ index: 0, delta: { content } }], beside })}\n\n`,
        )
        .join(''),
    );
  const redacted = (raw: Buffer, known: readonly string[]): [string, readonly string[]] => {
    const { bytes, kinds } = redactSse(raw, known);
    return [
      Buffer.from(bytes)
        .toString('latin1')
        .replace(/"n":\d{4}/g, '"n":0000'),
      [...kinds].sort(),
    ];
  };

  it('are blanked as lines that are not', () => {
    const beside = fc.constantFrom('', 'x', 'my api_key', secrets[0]?.[1] ?? '');
    fc.assert(
      fc.property(pieces, beside, fc.subarray(knownOnes), (parts, other, known) => {
        expect(redacted(streamOf(parts, other, true), known)).toEqual(redacted(streamOf(parts, other, false), known));
      }),
      { numRuns: 500 },
    );
  });
});

/** Joined text of all delta fields. */
function assembled(stream: string): string {
  const fields = new Set(['content', 'arguments', 'partial_json', 'delta', 'text']);
  let text = '';
  for (const line of stream.split(/\r?\n/)) {
    if (!line.startsWith('data:')) continue;
    JSON.parse(line.slice(5), (key, value: unknown) => {
      if (fields.has(key) && typeof value === 'string') text += value;
      return value;
    });
  }
  return text;
}

describe('headers and paths', () => {
  it('fail closed: only listed names keep their value', () => {
    const headers = [
      ['Content-Type', 'application/json'],
      ['Authorization', 'x'],
      ['x-api-key', 'y'],
      ['Cookie', 'z'],
      ['X-Whatever', 'w'],
      ['anthropic-ratelimit-requests-limit', '5'],
      ['User-Agent', `curl ${secrets[0]?.[1]}`],
    ] as const;
    const redacted = redactHeaders(headers);
    expect(redacted.map(([, value]) => value)).toEqual([
      'application/json',
      '[redacted]',
      '[redacted]',
      '[redacted]',
      '[redacted]',
      '5',
      expect.stringMatching(/^curl \*+$/),
    ]);
  });

  it('lose the gateway token and keys in the query', () => {
    expect(redactPath('/t/abcdef/v1/models?key=12345&x=1')).toBe('/t/[redacted]/v1/models?key=[redacted]&x=1');
    expect(redactPath('/v1/chat/completions')).toBe('/v1/chat/completions');
  });
});

describe('values', () => {
  it('come back as they are without a secret', () => {
    const value = { a: ['x', { b: 'y' }], c: 1, d: null };
    expect(redactValue(value)).toEqual({ value, kinds: [], count: 0 });
    expect(redactValue(value).value).toBe(value);
  });
  it('are redacted at any depth', () => {
    const secret = secrets[2]?.[1] ?? '';
    expect(redactValue({ a: [{ b: secret }], c: 'x' })).toMatchObject({
      value: { a: [{ b: '*'.repeat(secret.length) }], c: 'x' },
      kinds: ['openai-key'],
      count: 1,
    });
  });
});

describe('cost', () => {
  /** Four times as much takes at most ten times as long. */
  const isLinear = (size: number, work: (size: number) => unknown): boolean => {
    const time = (of: number): number => {
      const start = performance.now();
      work(of);
      return performance.now() - start;
    };
    time(size / 2);
    const small = Math.min(...[1, 2, 3].map(() => time(size)));
    const large = Math.min(...[1, 2, 3].map(() => time(size * 4)));
    return large < Math.max(small * 10, 300);
  };
  it.each([
    ['words', 'the quick brown fox '],
    ['openers', 'sk-ant-'],
    ['runs', `${r('a', 5000)}`],
    ['begins', '-----BEGIN RSA PRIVATE KEY-----'],
    ['escapes', '\\\\"\\u0073'],
    ['assignments', 'token="secret=password:'],
    ['dots', 'eyJhbGciOiJIUzI1.'],
    ['colons', '://a:b'],
  ])('is linear in adversarial text: %s', (_name, piece) => {
    expect(isLinear(250_000, (length) => redactJsonText(r(piece, Math.ceil(length / piece.length))))).toBe(true);
  });
  it.each([
    ['words', 'data: x\n'],
    ['nothing', 'data:\n\n'],
    ['an object', 'data: {"a":"b"}\n'],
  ])('is linear in the lines of a stream: %s', (_name, line) => {
    expect(isLinear(50_000, (lines) => redactSse(Buffer.from(r(line, lines))))).toBe(true);
  });
});
