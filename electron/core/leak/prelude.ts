import type { Span } from '../../../shared/approval.ts';
import { skipBlanks } from '../text/json-scanner.ts';
import type { FormatContext, LeakFormat, Opener, ParsedEnvelope } from './leak-format.ts';
import { moveEnvelope } from './region.ts';

/** A part that may stand before an envelope and belongs to its markup: control tokens of reasoning, or of visible text. */
export interface Prelude {
  readonly open: string;
  /** Undefined: it ends where the envelope begins; '': it has no body, only blanks may follow. */
  readonly close: string | undefined;
  /** Its body is text for the reader and stays. */
  readonly visible: boolean;
}

/** More visible text than this before an envelope is an answer, and is released. */
const MOST_VISIBLE = 700;

/** The format `core` with preludes: one envelope from the first prelude on (formats-a 0.3). */
export function withPreludes(core: LeakFormat, preludes: readonly Prelude[]): LeakFormat {
  return {
    ...core,
    openers: (tools) => [...core.openers(tools), ...preludes.map(({ open }): Opener => ({ text: open, where: 'anywhere' }))],
    viable: (text, start, context) => {
      const head = readPreludes(core, preludes, text, start, context);
      if (head.status === 'core') return core.viable(text, head.at, context);
      return head.status === 'growing' || preludes.some(({ open }) => open.startsWith(text.slice(start)));
    },
    parse: (text, start, context) => {
      const head = readPreludes(core, preludes, text, start, context);
      if (head.status !== 'core')
        return head.status === 'growing' && context.open ? { status: 'incomplete', start, end: text.length, names: [] } : undefined;
      const read = core.parse(head.at === 0 ? text : text.slice(head.at), 0, context);
      return read === undefined ? undefined : grown(moveEnvelope(read, head.at), start, head.visible);
    },
  };
}

const grown = (envelope: ParsedEnvelope, start: number, visible: readonly Span[]): ParsedEnvelope =>
  envelope.status === 'complete' && visible.length > 0
    ? { ...envelope, start, visible: [...visible, ...(envelope.visible ?? [])] }
    : { ...envelope, start };

type Head = { readonly status: 'core'; readonly at: number; readonly visible: readonly Span[] } | { readonly status: 'growing' | 'none' };

function readPreludes(core: LeakFormat, preludes: readonly Prelude[], text: string, start: number, context: FormatContext): Head {
  const visible: Span[] = [];
  const openers = core.openers(context.tools).map((opener) => opener.text);
  let at = start;
  for (;;) {
    const from = skipBlanks(text, at);
    const prelude = preludes.find(({ open }) => text.startsWith(open, from));
    if (prelude === undefined) {
      if (openers.some((opener) => text.startsWith(opener, from))) return { status: 'core', at: from, visible };
      const rest = text.slice(from, from + 64);
      const couldBe =
        from + rest.length >= text.length && [...openers, ...preludes.map(({ open }) => open)].some((literal) => literal.startsWith(rest));
      return { status: couldBe ? 'growing' : 'none' };
    }
    const body = from + prelude.open.length;
    const end = endOf(prelude, openers, text, body);
    if (end === undefined) return { status: prelude.visible && text.length - body > MOST_VISIBLE ? 'none' : 'growing' };
    if (prelude.visible && end.at > body) visible.push({ start: body, end: end.at });
    at = end.next;
  }
}

function endOf(
  prelude: Prelude,
  openers: readonly string[],
  text: string,
  body: number,
): { readonly at: number; readonly next: number } | undefined {
  if (prelude.close === '') return { at: body, next: body };
  if (prelude.close !== undefined) {
    const at = text.indexOf(prelude.close, body);
    return at < 0 ? undefined : { at, next: at + prelude.close.length };
  }
  const places = openers.map((opener) => text.indexOf(opener, body)).filter((place) => place >= 0);
  const at = places.length === 0 ? -1 : Math.min(...places);
  return at < 0 ? undefined : { at, next: at };
}
