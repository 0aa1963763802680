import { useMemo, useState } from 'react';
import { isJsonObject, type Json } from '../../../shared/json.ts';
import { layoutJson } from '../../components/json-tokens.ts';
import { locateJson } from '../../components/locate-json.ts';
import { checkStructure } from '../../components/structural-check.ts';

export interface OverrideProblem {
  readonly kind: 'syntax' | 'schema';
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** What Alt Enter would put in the place of the wrong value: what the model sent, where that was right. */
  readonly fix?: { readonly label: string; readonly insert: string } | undefined;
}

export interface Override {
  readonly text: string;
  readonly original: string;
  readonly changed: boolean;
  readonly problems: readonly OverrideProblem[];
  /** The parsed edit while it is valid JSON. */
  readonly value: Json | undefined;
  change(text: string): void;
  reset(): void;
}

/** The edit of a call's arguments. `issues` are the gateway's own answer to the last try; they stand until the text changes. */
export function useOverride(
  args: string,
  schema: Json,
  issues: readonly { readonly pointer: string; readonly message: string }[],
): Override {
  const original = useMemo(() => layoutJson(args), [args]);
  const [edit, setEdit] = useState<string | undefined>(undefined);
  const [answered, setAnswered] = useState<{ readonly issues: typeof issues; readonly text: string } | undefined>(undefined);
  const text = edit ?? original;
  if (issues.length > 0 && answered?.issues !== issues) setAnswered({ issues, text });
  const judged = useMemo(
    () => judge(text, schema, answered?.text === text ? answered.issues : [], original),
    [text, schema, answered, original],
  );
  return { text, original, changed: text !== original, ...judged, change: setEdit, reset: () => setEdit(undefined) };
}

export function parseArguments(text: string): Json | undefined {
  const located = locateJson(text);
  return located.ok ? located.value : undefined;
}

/** Everything that keeps an edit from being sent, with its place in the text. */
export function judge(
  text: string,
  schema: Json,
  issues: readonly { readonly pointer: string; readonly message: string }[],
  original = '',
): Pick<Override, 'problems' | 'value'> {
  const located = locateJson(text);
  if (!located.ok) return { value: undefined, problems: [problemAt(text, 'syntax', capital(located.message), located.at, located.at + 1)] };
  const at = (pointer: string): { readonly start: number; readonly end: number } =>
    located.places.get(pointer) ?? located.places.get('') ?? { start: 0, end: text.length };
  const schemaIssues = isJsonObject(located.value)
    ? checkStructure(schema, located.value)
    : [{ pointer: '', message: 'the arguments must be a JSON object' }];
  const seen = new Set(schemaIssues.map((issue) => issue.pointer));
  const problems: readonly {
    readonly start: number;
    readonly end: number;
    readonly message: string;
    readonly fix?: OverrideProblem['fix'];
  }[] = [
    ...located.repeated.map((pointer) => ({ ...at(pointer), message: `${pointer.slice(1)} stands twice` })),
    ...located.inexact.map((place) => ({ ...place, message: `${text.slice(place.start, place.end)} is too large to be sent exactly` })),
    ...[...schemaIssues, ...issues.filter((issue) => !seen.has(issue.pointer))].map((issue) => ({
      ...at(issue.pointer),
      message: issue.message,
      fix: fixFor(issue.pointer, text, original, schema),
    })),
  ];
  return {
    value: located.value,
    problems: problems.map((problem) => ({ ...problemAt(text, 'schema', problem.message, problem.start, problem.end), fix: problem.fix })),
  };
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** What may stand here instead: the model's own value where nothing is wrong with it, else what the text at this place holds as JSON (`"120"` is 120). */
function fixFor(pointer: string, text: string, original: string, schema: Json): OverrideProblem['fix'] {
  if (pointer === '') return undefined;
  const now = locateJson(text);
  const sent = locateJson(original);
  if (!now.ok || !now.places.has(pointer)) return undefined;
  const tries = [
    sent.ok ? sliceAt(original, sent.places.get(pointer)) : undefined,
    unquoted(sliceAt(text, now.places.get(pointer))),
    sent.ok ? unquoted(sliceAt(original, sent.places.get(pointer))) : undefined,
  ];
  const insert = tries.find((each) => each !== undefined && each.length <= 200 && fits(pointer, text, each, schema));
  return insert === undefined ? undefined : { label: `Use ${insert.length > 40 ? `${insert.slice(0, 40)}…` : insert}`, insert };
}

const sliceAt = (text: string, place: { readonly start: number; readonly end: number } | undefined): string | undefined =>
  place === undefined ? undefined : text.slice(place.start, place.end);

/** The content of a JSON string where it is itself JSON in its shortest form: nothing is guessed and nothing lost. */
function unquoted(value: string | undefined): string | undefined {
  if (value?.startsWith('"') !== true) return undefined;
  try {
    const content = String(JSON.parse(value));
    return JSON.stringify(JSON.parse(content)) === content ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Nothing is wrong at this place once the value stands there. */
function fits(pointer: string, text: string, insert: string, schema: Json): boolean {
  const place = locateJson(text);
  const at = place.ok ? place.places.get(pointer) : undefined;
  if (at === undefined) return false;
  const next = locateJson(text.slice(0, at.start) + insert + text.slice(at.end));
  return (
    next.ok && !checkStructure(schema, next.value).some((issue) => issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`))
  );
}

function problemAt(text: string, kind: OverrideProblem['kind'], message: string, start: number, end: number): OverrideProblem {
  const before = text.slice(0, start).split('\n');
  return { kind, message, start, end: Math.min(end, text.length), line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
