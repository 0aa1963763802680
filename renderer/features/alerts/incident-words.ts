import { inertLine } from '../../components/inert-text.ts';
import type { CutState } from './cut-state.ts';

/** Why a reply broke off, in plain words (causes as the journal names them). */
const causes: Readonly<Record<string, string>> = {
  reset: 'the endpoint broke the connection off',
  stalled: 'the endpoint said nothing more within the stall limit',
  'ended early': 'the endpoint ended the reply before it was finished',
  unterminated: 'the model never finished it',
  'upstream-error': 'the endpoint reported an error in the middle of the reply',
  refused: 'the endpoint refused the connection',
  unresolved: 'the name of the endpoint could not be resolved',
  tls: 'no trusted connection to the endpoint could be made',
  damaged: 'the endpoint sent bytes that are no reply',
  http: 'the endpoint answered with an error',
  'the client left': 'the agent left',
};
const lookUp = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

export const causeWords = (cause: string): string => lookUp(causes, cause) ?? inertLine(cause, 200);

const where: { readonly [S in CutState]: string } = {
  'nothing arrived': 'no argument had begun',
  'string open': 'inside a text of the arguments',
  'object open': 'before the arguments were closed',
  'complete JSON': 'after the last argument, before the call was ended',
  'no JSON': 'the arguments are no JSON',
};

/** Why a call did not go on: the cause, and where it struck. */
export const cancelWords = (cause: string, cut: CutState): string => `${causeWords(cause)}, ${where[cut]}`;

const reasons: Readonly<Record<string, readonly [why: string, next: string]>> = {
  incomplete: [
    'The call that was written as text was never finished.',
    'Nothing to do: the model may write it again. If it recurs, raise the limit of output tokens.',
  ],
  shape: ['What was written as a call is not well formed in any known spelling.', 'Paste it into Rules, Try it, to see where it breaks.'],
  ambiguous: ['The text can be read as more than one call.', 'Set the format to ask in Rules to choose the reading yourself.'],
  unadvertised: [
    'It names a tool that the agent does not offer.',
    'If the agent should offer it, turn the tool on there; else steer the model to the tools it has.',
  ],
  bad_arguments: [
    'Its arguments can not be read without guessing.',
    'Steer the model to native tool calls, or look at the excerpt for what broke.',
  ],
  schema: ['Its arguments do not fit the schema of the tool.', 'Compare the failed check with the schema the agent sends.'],
  preflight: ['A check before the call found that it can not work.', 'Read what the check says; the model was told the same.'],
  unparsable: [
    'Its arguments are no JSON, and no safe repair was found.',
    'If the model does it often, ask the endpoint for strict tool calls.',
  ],
  dual_protocol: [
    'The reply holds a native call too: which one is meant is not certain.',
    'Nothing to do: the native call went its own way.',
  ],
  too_large: ['It is over the bounds of size.', 'Have the model write large content in parts.'],
};
const unknown = ['It was not certain that a call was meant.', 'Look at the checks below for the one that failed.'] as const;

/** Why a call was refused and what the operator can do, in plain words. */
export const refusalWords = (reason: string): readonly [why: string, next: string] =>
  (Object.hasOwn(reasons, reason) ? reasons[reason] : undefined) ?? unknown;

/** What the operator can do about a failure of the endpoint. */
export function upstreamNext(status: number, cause: string, pattern = ''): string {
  if (pattern.startsWith('EI/CONTEXT_OVERFLOW/'))
    return 'The conversation is longer than the model takes: have the agent compact it, or begin a new session. The model is told with the next request that fits.';
  if (status === 401 || status === 403) return 'Check the key of this endpoint in Settings, Upstreams.';
  if (status === 402) return 'The account of this endpoint has no credit left.';
  if (status === 404) return 'Check the address of the endpoint and the name of the model.';
  if (status === 413) return 'The request is too large for this endpoint: have the agent compact its context.';
  if (status === 429) return 'The endpoint limits the rate: wait, or use another endpoint.';
  if (status >= 500) return 'The endpoint has trouble of its own: test it in Settings, Upstreams, and let the agent try again.';
  if (status >= 400) return 'The endpoint does not accept this request: read what it says; the agent got the same.';
  if (cause === 'refused' || cause === 'unresolved' || cause === 'tls')
    return 'Test the endpoint in Settings, Upstreams: is it running, and is the address right?';
  if (cause === 'stalled') return 'The endpoint hangs: look at its load, or raise the stall limit in Settings.';
  return 'Let the agent try again. If it recurs, test the endpoint in Settings, Upstreams.';
}
