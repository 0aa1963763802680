import type { FormatClass } from '../../../shared/vocabulary.ts';
import type { LeakFormat } from './leak-format.ts';
import type { TagGrammar } from './tag-grammar.ts';
import { parseTagged, taggedViable } from './tagged-envelope.ts';

/** A tag-structured format as data: its file gives this, one engine does the rest. */
export interface TaggedFormat {
  readonly id: string;
  readonly title: string;
  readonly class: FormatClass;
  readonly origin: string;
  readonly sample: string;
  /** The literal that begins an envelope. */
  readonly opener: string;
  /** Every call of this format is a listed degraded spelling. */
  readonly degraded?: boolean | undefined;
  /** A closing tag that may be left behind the envelope without its opener. */
  readonly orphanCloser?: string | undefined;
  readonly grammar: TagGrammar;
}

/** Makes a leak format of a tag grammar. */
export function createTaggedFormat(format: TaggedFormat): LeakFormat {
  const { id, title, origin, sample, grammar, opener } = format;
  const openers = [{ text: opener, where: 'anywhere' as const }];
  return {
    id,
    title,
    class: format.class,
    origin,
    sample,
    openers: () => openers,
    viable: (text, start) => taggedViable(grammar, text, start),
    parse: (text, start, context) => parseTagged(grammar, format, text, start, context),
  };
}

/** Several spellings of one format, told apart by their openers; the first that recognises the text counts. */
export function joinSpellings(first: LeakFormat, others: readonly LeakFormat[]): LeakFormat {
  const all = [first, ...others];
  return {
    ...first,
    openers: (tools) => all.flatMap((format) => format.openers(tools)),
    viable: (text, start, context) => all.some((format) => format.viable(text, start, context)),
    parse: (text, start, context) => {
      for (const format of all) {
        const envelope = format.parse(text, start, context);
        if (envelope !== undefined) return envelope;
      }
      return undefined;
    },
  };
}
