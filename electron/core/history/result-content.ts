import { isJsonObject, type Json } from '../../../shared/json.ts';
import { type JsonSpan, memberOf, rawOf } from '../text/json-spans.ts';
import { spliceText, type TextEdit } from '../text/splice-text.ts';

/** How a dialect writes a block of text in content. */
export type TextBlockType = 'text' | 'input_text';

export const textBlock = (type: TextBlockType, text: string): string => `{"type":"${type}","text":${JSON.stringify(text)}}`;

/** Texts of content that is a string or a list of blocks, in order. */
export function textsOf(content: Json | undefined): readonly string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  const texts: string[] = [];
  for (const block of content as readonly Json[]) {
    if (typeof block === 'string') texts.push(block);
    else if (isJsonObject(block) && typeof block['text'] === 'string') texts.push(block['text']);
  }
  return texts;
}

export const isEmptyContent = (content: Json | undefined): boolean =>
  content === undefined || content === null || content === '' || (Array.isArray(content) && content.length === 0);

/** The raw content with some of its text blocks replaced and text added behind; every other block keeps its bytes. */
export function changedContent(
  raw: string,
  content: JsonSpan | undefined,
  texts: ReadonlyMap<number, string>,
  added: readonly string[],
  type: TextBlockType,
): string {
  if (content === undefined || content.kind === 'literal') return JSON.stringify([...texts.values(), ...added].join('\n\n'));
  if (content.kind !== 'array') return changedString(rawOf(raw, content), texts.get(0), added);
  const edits: TextEdit[] = [];
  let block = 0;
  for (const item of content.items) {
    const span = item.kind === 'string' ? item : memberOf(item, 'text')?.value;
    if (span?.kind !== 'string') continue;
    const text = texts.get(block);
    if (text !== undefined) edits.push({ start: span.start, end: span.end, text: JSON.stringify(text) });
    block += 1;
  }
  if (added.length > 0) {
    const end = content.items[content.items.length - 1]?.end ?? content.start + 1;
    const blocks = added.map((text) => textBlock(type, text)).join(',');
    edits.push({ start: end, end, text: content.items.length > 0 ? `,${blocks}` : blocks });
  }
  return spliceText(
    rawOf(raw, content),
    edits.map((edit) => ({ ...edit, start: edit.start - content.start, end: edit.end - content.start })),
  );
}

function changedString(raw: string, text: string | undefined, added: readonly string[]): string {
  let changed = text === undefined ? raw : JSON.stringify(text);
  for (const more of added)
    changed = changed === '""' ? JSON.stringify(more) : changed.slice(0, -1) + JSON.stringify(`\n\n${more}`).slice(1);
  return changed;
}

/** Raw content as a raw list of blocks, with a text in front of them. */
export function blocksBehind(note: string, raw: string, content: JsonSpan | undefined, type: TextBlockType): string[] {
  if (content?.kind === 'array') return [textBlock(type, note), ...content.items.map((item) => blockOf(rawOf(raw, item), item, type))];
  return [`{"type":"${type}","text":${stringBehind(note, raw, content)}}`];
}

/** A raw string: the note, and below it the text of the content. */
export function stringBehind(note: string, raw: string, content: JsonSpan | undefined): string {
  if (content?.kind !== 'string') return JSON.stringify(note);
  return JSON.stringify(`${note}\n`).slice(0, -1) + rawOf(raw, content).slice(1);
}

const blockOf = (raw: string, item: JsonSpan, type: TextBlockType): string =>
  item.kind === 'string' ? `{"type":"${type}","text":${raw}}` : raw;
