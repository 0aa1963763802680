import { assertNever } from '../../../shared/result.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { withMembers } from '../text/json-members.ts';
import { memberOf, rawOf } from '../text/json-spans.ts';
import { listSpans, memberSpan } from '../text/list-spans.ts';
import { spliceText } from '../text/splice-text.ts';
import { spansOf } from './message-list.ts';

/**
 * The request with `added` at the end of its system prompt, where the dialect has that: the first system or developer message (Chat), `system`
 * (Anthropic), `instructions` (Responses). All other bytes stay, marks included; the same prompt gets the same bytes each time. `text` is
 * the JSON text of a request.
 */
export function withSystemText(dialect: Dialect, text: string, added: string): string {
  switch (dialect) {
    case 'openai-chat':
      return inFirstMessage(text, added);
    case 'anthropic-messages':
      return inMember('system', text, added);
    case 'openai-responses':
      return inMember('instructions', text, added);
    default:
      return assertNever(dialect);
  }
}

function inMember(key: string, text: string, added: string): string {
  const span = memberSpan(text, key);
  if (span !== undefined) return replaced(text, span.start, span.end, behind(text.slice(span.start, span.end), added));
  const brace = text.indexOf('{') + 1;
  const isEmpty = text.slice(brace).trimStart().startsWith('}');
  return replaced(text, brace, brace, `${JSON.stringify(key)}:${JSON.stringify(added)}${isEmpty ? '' : ','}`);
}

function inFirstMessage(text: string, added: string): string {
  const list = listSpans(text, 'messages');
  if (list === undefined) return text;
  const [span] = list.items;
  const raw = span === undefined ? '{}' : text.slice(span.start, span.end);
  const root = spansOf(raw);
  const role = memberOf(root, 'role')?.value;
  if (span === undefined || role === undefined || !SYSTEM_ROLES.has(rawOf(raw, role))) {
    const message = `{"role":"system","content":${JSON.stringify(added)}}${span === undefined ? '' : ','}`;
    return replaced(text, list.start, list.start, message);
  }
  const content = memberOf(root, 'content')?.value;
  const changed = content === undefined ? JSON.stringify(added) : behind(rawOf(raw, content), added);
  return replaced(text, span.start, span.end, withMembers(raw, root, new Map([['content', changed]])));
}

const SYSTEM_ROLES: ReadonlySet<string> = new Set(['"system"', '"developer"']);

/**
 * A prompt (a string, or a list of blocks) with the text behind it. A block's cache mark stays where it is: what stood before it is still cached. A prompt that holds
 * the text has passed here before, on its way through a second gateway. */
function behind(raw: string, added: string): string {
  if (raw.includes(JSON.stringify(added).slice(1, -1))) return raw;
  if (raw.startsWith('"')) return `${raw.slice(0, -1)}${raw === '""' ? '' : '\\n\\n'}${JSON.stringify(added).slice(1)}`;
  if (!raw.startsWith('[')) return JSON.stringify(added);
  const end = raw.lastIndexOf(']');
  const isEmpty = raw.slice(1, end).trim() === '';
  return `${raw.slice(0, end)}${isEmpty ? '' : ','}${JSON.stringify({ type: 'text', text: added })}]`;
}

const replaced = (text: string, start: number, end: number, by: string): string => spliceText(text, [{ start, end, text: by }]);
