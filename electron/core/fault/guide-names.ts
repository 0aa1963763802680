import { isPlainPath, isTypeName } from './fault-names.ts';
import { isIdentifier } from './guidance.ts';
import { directoryArgument, pathOfCall, samePath } from './call-target.ts';
import type { FaultFacts, GuidePlace } from './fault-pattern.ts';

/** A name from an error in quotation marks; `otherwise` where it is missing or no identifier. */
export const nameOr = (name: string | undefined, otherwise: string): string =>
  name !== undefined && isIdentifier(name) ? `"${name}"` : otherwise;

/** A JSON type from an error; '' where it is none. */
export const typeOr = (type: string | undefined, otherwise = ''): string => (type !== undefined && isTypeName(type) ? type : otherwise);

/** The path that the error is about: the text's where it looks like one, else the call's own. */
export function shownPath(facts: FaultFacts, place: GuidePlace): string {
  const own = pathOfCall(place.args);
  const { path } = facts;
  if (path !== undefined && isPlainPath(path)) return path;
  if (path !== undefined && own !== '' && samePath(path, own)) return path;
  if (own !== '') return own;
  const directory = directoryArgument(place.args)?.value;
  return typeof directory === 'string' ? directory : '';
}

/** ` "path"` for the middle of a sentence; '' when there is none. */
export const pathWord = (path: string): string => (path === '' ? '' : ` "${path.slice(0, 200)}"`);

/** What the tool asks for, as a step; none where its schema is not known. */
export function requiredStep(place: GuidePlace): readonly string[] {
  if (place.required.length === 0) return [];
  const names = place.required.slice(0, 12).map((name) => `"${name}"`);
  const step = `"${place.tool}" requires ${names.join(', ')}.`;
  return [place.example === '' ? step : `${step} Example: ${place.example}`];
}

/** The offered tools as a step. */
export const offeredStep = (place: GuidePlace): readonly string[] =>
  place.offered.length === 0 ? [] : [`Offered tools: ${place.offered.slice(0, 24).join(', ')}.`];

/** `with "list_files"` or other words where no such tool is offered. */
export const withTool = (name: string, otherwise: string): string => (name === '' ? otherwise : `with "${name}"`);
