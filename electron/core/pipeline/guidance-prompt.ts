import type { Settings } from '../../../shared/settings.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { withSystemText } from '../history/system-text.ts';
import type { TurnRequest } from '../turn/turn.ts';

/** What the model reads about calling tools (`guidance.prompt`, source 003 `injectPrompt`). Never changed by anything: the cached prefix changes once. */
export const GUIDANCE_PROMPT = [
  'How to call tools:',
  '- Call a tool only through the tool-call interface, by a name from the tool list. Never write a call as text.',
  '- Give each call exactly one JSON object that satisfies the schema of its tool, with every required parameter. Several objects are several calls.',
  '- A parameter holds a value of its declared type: a path is a plain string, and no parameter holds another call.',
  '- Read a file before you change it.',
  '- A result that begins with {"signalbox":1 or [signalbox 1] explains why a call failed: do what "next" says. Do not repeat a failed call unchanged.',
].join('\n');

/** The static guidance goes into each request that offers tools, where it is switched on. */
export const wantsGuidancePrompt = ({
  request,
  settings,
  turn,
}: {
  readonly request: TurnRequest;
  readonly settings: Settings;
  readonly turn: { readonly side: boolean };
}): boolean => settings['guidance.prompt'] && !turn.side && offersTools(request);

/** The body with the static guidance behind its system prompt. */
export const withGuidancePrompt = (text: string, dialect: Dialect): string => withSystemText(dialect, text, GUIDANCE_PROMPT);

/** Also where a choice forbids them this once: the prefix must not change back and forth. */
const offersTools = ({ body }: TurnRequest): boolean =>
  [body['tools'], body['functions']].some((list) => Array.isArray(list) && list.length > 0);
