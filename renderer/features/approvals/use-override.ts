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
  if (!located.ok) return { value: undefined, problems: [problemAt(text, 'syntax', located.message, located.at, located.at + 1)] };
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
      fix: fixFor(issue.pointer, original, schema),
    })),
  ];
  return {
    value: located.value,
    problems: problems.map((problem) => ({ ...problemAt(text, 'schema', problem.message, problem.start, problem.end), fix: problem.fix })),
  };
}

/** The model's own value at this place, if nothing is wrong with it there. */
function fixFor(pointer: string, original: string, schema: Json): OverrideProblem['fix'] {
  if (pointer === '') return undefined;
  const sent = locateJson(original);
  if (!sent.ok) return undefined;
  const place = sent.places.get(pointer);
  if (place === undefined || place.end - place.start > 200) return undefined;
  if (checkStructure(schema, sent.value).some((issue) => issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`)))
    return undefined;
  const insert = original.slice(place.start, place.end);
  return { label: `Use ${insert.length > 40 ? `${insert.slice(0, 40)}…` : insert}`, insert };
}

function problemAt(text: string, kind: OverrideProblem['kind'], message: string, start: number, end: number): OverrideProblem {
  const before = text.slice(0, start).split('\n');
  return { kind, message, start, end: Math.min(end, text.length), line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
