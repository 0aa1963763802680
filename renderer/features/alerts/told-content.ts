import { isJsonObject, own } from '../../../shared/json.ts';

const SAYS = 'The closest content of the file is: ';

/** The closest content of a file that an error reported, as the guidance repeated it to the model; undefined: it told of none. */
export function closestToldOf(guidance: string): string | undefined {
  try {
    const value: unknown = JSON.parse(guidance);
    const next = isJsonObject(value) ? own(value, 'next') : undefined;
    const said = Array.isArray(next) ? next.find((each) => typeof each === 'string' && each.startsWith(SAYS)) : undefined;
    return typeof said === 'string' ? said.slice(SAYS.length) : undefined;
  } catch {
    // Written as labelled lines: one step a line.
    const from = guidance.indexOf(SAYS);
    return from < 0 ? undefined : guidance.slice(from + SAYS.length).split('\n', 1)[0];
  }
}
