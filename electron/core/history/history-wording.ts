/**
 * Words that Signalbox puts into a history (wire 3.6). They are part of what was sent: a change of them breaks prompt caches, and is a
 * change of behaviour. They claim no cause and invite no blind repetition (errors.md part C3, rule 10).
 */
export const NO_RESULT =
  'No result was recorded for this call. Its outcome is unknown: it may have run fully, in part, or not at all. Find out what state things are in before you rely on it or call it again.';

/** In front of a real result that came after `NO_RESULT` had been sent for its call. */
export const lateNote = (name: string, id: string): string =>
  `The result of the earlier call ${id}${name === '' ? '' : ` (${name})`} was recorded later:`;

/** In front of what the operator says to the model (wire 3.8). */
export const OPERATOR_PREFIX = '[operator] ';

/** Between a tool result and a user message, where an upstream refuses that order (errors.md part C1, code 3230). */
export const BETWEEN = 'Understood.';

/** For a result without content, where an upstream refuses that. */
export const NO_OUTPUT = '(no output)';

/** Beside calls, where an upstream insists on text. */
export const CALLING = 'Calling a tool.';
