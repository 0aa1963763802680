import { type JsonMember, type JsonSpan, memberOf } from './json-spans.ts';
import { spliceText, type TextEdit } from './splice-text.ts';

/** What becomes of one member: raw JSON text replaces or adds its value, `undefined` removes the member. */
export type MemberChanges = ReadonlyMap<string, string | undefined>;

/** Deep enough for any real request or reply; the scanner is iterative, so depth costs no stack. */
export const WIRE_JSON_DEPTH = 10_000;

/**
 * The object at `span` with some members changed. Every other member keeps its bytes and its place; new ones are added at the end.
 * White space between members survives unless a member is removed. Duplicate names are changed at their last place and removed at all.
 * What is no object has no members: it stays as it is.
 */
export function withMembers(text: string, span: JsonSpan, changes: MemberChanges): string {
  if (changes.size === 0 || span.kind !== 'object') return text.slice(span.start, span.end);
  return removesAny(span, changes) ? rebuilt(text, span, changes) : spliced(text, span, changes);
}

function removesAny(span: JsonSpan, changes: MemberChanges): boolean {
  return span.members.some((member) => changes.has(member.key) && changes.get(member.key) === undefined);
}

function spliced(text: string, span: JsonSpan, changes: MemberChanges): string {
  const edits: TextEdit[] = [];
  const added: string[] = [];
  for (const [key, raw] of changes) {
    if (raw === undefined) continue;
    const member = memberOf(span, key);
    if (member === undefined) added.push(`${JSON.stringify(key)}:${raw}`);
    else edits.push({ start: member.value.start - span.start, end: member.value.end - span.start, text: raw });
  }
  if (added.length > 0) {
    const end = lastEnd(span) - span.start;
    edits.push({ start: end, end, text: `${span.members.length > 0 ? ',' : ''}${added.join(',')}` });
  }
  return spliceText(text.slice(span.start, span.end), edits);
}

/** Where a new member goes: behind the last value, or behind the opening brace. */
const lastEnd = (span: JsonSpan): number => span.members[span.members.length - 1]?.value.end ?? span.start + 1;

function rebuilt(text: string, span: JsonSpan, changes: MemberChanges): string {
  const parts: string[] = [];
  for (const member of span.members) {
    if (!changes.has(member.key)) {
      parts.push(text.slice(member.keyStart, member.value.end));
      continue;
    }
    const raw = changes.get(member.key);
    if (raw !== undefined && isLast(span, member)) parts.push(text.slice(member.keyStart, member.value.start) + raw);
  }
  for (const [key, raw] of changes) {
    if (raw !== undefined && memberOf(span, key) === undefined) parts.push(`${JSON.stringify(key)}:${raw}`);
  }
  return `{${parts.join(',')}}`;
}

const isLast = (span: JsonSpan, member: JsonMember): boolean => memberOf(span, member.key) === member;
