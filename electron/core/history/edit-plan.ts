import { assertNever } from '../../../shared/result.ts';
import type { EditOf, HistoryEdit } from './history-edit.ts';
import type { NodeRef } from './history-node.ts';

export interface CallChange {
  id?: string | undefined;
  arguments?: string | { readonly quote: true } | undefined;
}

export interface ResultChange {
  id?: string | undefined;
  dropped: boolean;
  /** The result becomes text that begins so. */
  note?: string | undefined;
  readonly texts: Map<number, string>;
  readonly added: string[];
}

/** Everything that happens to one entry in a batch. */
export interface EntryPlan {
  readonly ref: NodeRef;
  readonly calls: Map<number, CallChange>;
  readonly results: Map<number, ResultChange>;
  readonly droppedTexts: Set<number>;
  resultsFirst: boolean;
  dropCalls: boolean;
  text: string | null | undefined;
}

/** A batch sorted by the entries it concerns. */
export interface EditPlan {
  readonly entries: ReadonlyMap<string, EntryPlan>;
  /** Results to be put behind an entry, in their order. */
  readonly placed: ReadonlyMap<string, { readonly behind: NodeRef; readonly results: readonly EditOf<'place-result'>[] }>;
  /** New entries of words, in order. */
  readonly words: readonly (EditOf<'add-user-text'> | EditOf<'add-assistant-text'> | EditOf<'result-to-text'>)[];
  readonly members: readonly string[];
}

export const keyOf = (ref: NodeRef): string => `${ref.at}+${ref.extra}`;
export const sameRef = (a: NodeRef, b: NodeRef): boolean => a.at === b.at && a.extra === b.extra;

/** Sorts a batch. A result that is placed elsewhere leaves its own place. */
export function planEdits(edits: readonly HistoryEdit[]): EditPlan {
  const entries = new Map<string, EntryPlan>();
  const placed = new Map<string, { behind: NodeRef; results: EditOf<'place-result'>[] }>();
  const words: EditPlan['words'][number][] = [];
  const members: string[] = [];
  for (const edit of edits) {
    switch (edit.type) {
      case 'set-call': {
        const { calls } = entryOf(entries, edit.call);
        calls.set(edit.call.place, { ...calls.get(edit.call.place), ...definedOf(edit) });
        break;
      }
      case 'set-result-id':
        resultOf(entries, edit.result).id = edit.id;
        break;
      case 'drop-result':
        resultOf(entries, edit.result).dropped = true;
        break;
      case 'place-result': {
        const here = placed.get(keyOf(edit.behind)) ?? { behind: edit.behind, results: [] };
        here.results.push(edit);
        placed.set(keyOf(edit.behind), here);
        if ('at' in edit.from) resultOf(entries, edit.from).dropped = true;
        break;
      }
      case 'result-to-text':
        resultOf(entries, edit.result).note = edit.note;
        words.push(edit);
        break;
      case 'results-first':
        entryOf(entries, edit.node).resultsFirst = true;
        break;
      case 'drop-text':
        entryOf(entries, edit.node).droppedTexts.add(edit.place);
        break;
      case 'drop-calls':
        entryOf(entries, edit.node).dropCalls = true;
        break;
      case 'set-result-text':
        resultOf(entries, edit.result).texts.set(edit.block, edit.text);
        break;
      case 'add-result-text':
        resultOf(entries, edit.result).added.push(edit.text);
        break;
      case 'set-text':
        entryOf(entries, edit.node).text = edit.text;
        break;
      case 'add-user-text':
      case 'add-assistant-text':
        words.push(edit);
        break;
      case 'drop-members':
        members.push(...edit.names);
        break;
      default:
        assertNever(edit);
    }
  }
  for (const { results } of placed.values()) results.sort((a, b) => a.order - b.order);
  return { entries, placed, words, members };
}

function definedOf(edit: EditOf<'set-call'>): CallChange {
  return {
    ...(edit.id === undefined ? {} : { id: edit.id }),
    ...(edit.arguments === undefined ? {} : { arguments: edit.arguments }),
  };
}

function entryOf(entries: Map<string, EntryPlan>, { at, extra }: NodeRef): EntryPlan {
  const key = keyOf({ at, extra });
  const known = entries.get(key);
  if (known !== undefined) return known;
  const made: EntryPlan = {
    ref: { at, extra },
    calls: new Map(),
    results: new Map(),
    droppedTexts: new Set(),
    resultsFirst: false,
    dropCalls: false,
    text: undefined,
  };
  entries.set(key, made);
  return made;
}

function resultOf(entries: Map<string, EntryPlan>, part: NodeRef & { readonly place: number }): ResultChange {
  const { results } = entryOf(entries, part);
  const known = results.get(part.place);
  if (known !== undefined) return known;
  const made: ResultChange = { dropped: false, texts: new Map(), added: [] };
  results.set(part.place, made);
  return made;
}
