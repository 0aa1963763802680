import { type KnownSecrets, redactText } from '../core/secret/redact.ts';

/** Headers that carry no secret keep their value; every other name fails closed (4.5). */
const harmlessHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'age',
  'anthropic-beta',
  'anthropic-version',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expect',
  'host',
  'keep-alive',
  'last-modified',
  'openai-beta',
  'openai-processing-ms',
  'openai-version',
  'origin',
  'pragma',
  'request-id',
  'retry-after',
  'retry-after-ms',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'vary',
  'via',
  'x-api-version',
  'x-app',
  'x-case-id',
  'x-request-id',
  'x-should-retry',
  'x-signalbox-session',
  'x-signalbox-turn',
  'x-claude-code-session-id',
  'session-id',
  'x-session-id',
  'x-stainless-arch',
  'x-stainless-lang',
  'x-stainless-os',
  'x-stainless-package-version',
  'x-stainless-retry-count',
  'x-stainless-runtime',
  'x-stainless-runtime-version',
  'x-stainless-timeout',
  'x-stainless-helper-method',
  'originator',
  'version',
]); // prettier-ignore
const harmlessPrefixes = ['anthropic-ratelimit-', 'x-ratelimit-'];

/** Headers as they may be stored. A kept value is still searched for secrets. */
export function redactHeaders(headers: readonly (readonly [string, string])[], known: KnownSecrets = []): [string, string][] {
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase();
    const harmless = harmlessHeaders.has(lower) || harmlessPrefixes.some((prefix) => lower.startsWith(prefix));
    return [name, harmless ? redactText(value, known).text : '[redacted]'];
  });
}

/** A request path: the gateway token in `/t/TOKEN/…` goes, and secrets in the query. */
export function redactPath(path: string, known: KnownSecrets = []): string {
  return redactText(
    path
      .replace(/^\/t\/[^/?]+/, '/t/[redacted]')
      .replace(/([?&](?:key|api[_-]?key|token|access_token|sig|signature)=)[^&#]+/gi, '$1[redacted]'),
    known,
  ).text;
}
