import type { TurnDetail } from '../../../shared/ipc/contract.ts';

const quote = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;

/** Left out: what curl makes itself, and what the journal blanked. */
const skipped = /^(?:host|content-length|connection|accept-encoding|transfer-encoding)$/i;

/** The request as a curl command against this gateway; redacted header values stay redacted, so keys have to be put in by hand. */
export function toCurl(gateway: string, request: TurnDetail['request']): string {
  const headers = request.headers.filter(([name]) => !skipped.test(name)).map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`);
  return [`curl -N -X ${request.method} ${quote(`${gateway}${request.path}`)}`, ...headers, `  --data-binary ${quote(request.body)}`].join(
    ' \\\n',
  );
}
