import type { AdvertisedTool } from '../turn/turn.ts';
import type { LeakFormat } from './leak-format.ts';
import { skipEndTokens } from './reply-marks.ts';

// <tool_call>get_weather(city="Oslo")</tool_call>

/** Tags that only models write, with the tag that ends each. */
const PAIRS: readonly { readonly open: string; readonly close: string }[] = [
  { open: '<tool_call>', close: '</tool_call>' },
  { open: '<tool_calls>', close: '</tool_calls>' },
  { open: '<|tool_call|>', close: '<|/tool_call|>' },
  { open: '<|tool_call>', close: '<tool_call|>' },
  { open: '<|tool_call_start|>', close: '<|tool_call_end|>' },
  { open: '<TOOLCALL>', close: '</TOOLCALL>' },
  { open: '<longcat_tool_call>', close: '</longcat_tool_call>' },
  { open: '<seed:tool_call>', close: '</seed:tool_call>' },
  { open: '<minimax:tool_call>', close: '</minimax:tool_call>' },
];
/** A tool's name must stand this near behind the opener. */
const NAME_WITHIN = 160;
/** Longer than that, it is no call that was ever seen. */
const LONGEST = 16_384;

/**
 * A model's own tags around something that no listed format can read, naming an offered tool, as the whole reply: plainly an attempt, and
 * refused as `shape` (formats-a 0.1, rule 4): never a call. It is tried behind all listed formats; without its closer it is text.
 */
export const unreadEnvelope: LeakFormat = {
  id: 'unread-envelope',
  title: 'Tool call tags around something else',
  class: 'private',
  origin: 'GLM, Qwen and Hermes models that mix two syntaxes',
  sample: '<tool_call>get_weather(city="Oslo")</tool_call>',
  alone: 'whole-reply',
  openers: () => PAIRS.map(({ open }) => ({ text: open, where: 'reply-start' as const })),
  viable: (text, start, { tools }) => {
    const pair = pairAt(text, start);
    if (pair === undefined) return false;
    const head = text.slice(start + pair.open.length, start + pair.open.length + NAME_WITHIN);
    return head.length < NAME_WITHIN || namesTool(head, tools);
  },
  parse: (text, start, context) => {
    const pair = pairAt(text, start);
    if (pair === undefined) return undefined;
    const closer = text.slice(start, start + LONGEST).indexOf(pair.close);
    if (closer < 0)
      return context.open && text.length - start < LONGEST ? { status: 'incomplete', start, end: text.length, names: [] } : undefined;
    const end = start + closer + pair.close.length;
    if (!namesTool(text.slice(start + pair.open.length, start + pair.open.length + NAME_WITHIN), context.tools)) return undefined;
    if (skipEndTokens(text, end, text.length) < text.length) return undefined;
    return { status: 'malformed', start, end, code: 'shape', names: [], detail: 'no listed format reads what stands in these tags' };
  },
};

const pairAt = (text: string, start: number) => PAIRS.find(({ open }) => text.startsWith(open, start));

/** The name of an offered tool stands here as a word of its own. */
function namesTool(head: string, tools: readonly AdvertisedTool[]): boolean {
  return tools.some(({ name }) => {
    for (let at = head.indexOf(name); at >= 0; at = head.indexOf(name, at + 1)) {
      if (!WORD.test(head.charAt(at - 1)) && !WORD.test(head.charAt(at + name.length))) return true;
    }
    return false;
  });
}

const WORD = /[\p{L}\p{N}_]/u;
