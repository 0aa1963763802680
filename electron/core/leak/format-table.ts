import { isQuoteSign } from '../text/quote-tracker.ts';
import { createMarkerScanner, type Marker, type MarkerScanner } from '../text/marker-scanner.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { LEAK_FORMATS } from './formats/index.ts';
import type { LeakFormat } from './leak-format.ts';
import { END_TOKENS, isBlank, RESULT_MARKS, THOUGHTS } from './reply-marks.ts';
import { wholeFenceFormat } from './whole-fence.ts';
import { unreadEnvelope } from './unread-envelope.ts';

/** What a literal in a reply may begin or end. */
export type Sign =
  | { readonly type: 'opener'; readonly format: LeakFormat; readonly replyStart: boolean }
  | { readonly type: 'thought-open' }
  | { readonly type: 'thought-close' }
  | { readonly type: 'result'; readonly close: string | undefined }
  | { readonly type: 'end-token' };

/** All literals that matter for one list of tools: those that count anywhere, and those that count only at a line's start. */
export interface FormatTable {
  readonly anywhere: MarkerScanner<Sign>;
  readonly lineStart: MarkerScanner<Sign>;
  /** Openers of a tool's answer, and end tokens: they matter only behind an envelope. */
  readonly results: MarkerScanner<Sign>;
  /** What each code unit is in the middle of a line: see `UnitKind`. */
  readonly kinds: Uint8Array;
}

/** `plain`: may be passed over. `blank`: so too, and no prose. `maybe`: a marker may begin. `sign`: it changes the state of quotation. */
export const UnitKind = { plain: 0, blank: 1, maybe: 2, sign: 3 } as const;

const byTools = new WeakMap<readonly AdvertisedTool[], FormatTable>();
const byNames = new Map<string, FormatTable>();
const MOST_TABLES = 200;

/** The table for these tools; built once per list, by identity first and by names for the next request's copy. */
export function formatTable(tools: readonly AdvertisedTool[]): FormatTable {
  const known = byTools.get(tools);
  if (known !== undefined) return known;
  const key = JSON.stringify(tools.map((tool) => tool.name));
  const table = byNames.get(key) ?? build(tools);
  // A cache only: dropping the oldest costs a build, never an answer.
  if (byNames.size >= MOST_TABLES) for (const oldest of byNames.keys()) if (byNames.delete(oldest)) break;
  byNames.set(key, table);
  byTools.set(tools, table);
  return table;
}

function build(tools: readonly AdvertisedTool[]): FormatTable {
  const anywhere: Marker<Sign>[] = [];
  const lineStart: Marker<Sign>[] = [];
  for (const format of [...LEAK_FORMATS, wholeFenceFormat(LEAK_FORMATS), unreadEnvelope]) {
    for (const opener of format.openers(tools)) {
      const marker = { text: opener.text, value: { type: 'opener', format, replyStart: opener.where === 'reply-start' } } as const;
      (opener.where === 'anywhere' ? anywhere : lineStart).push(marker);
    }
  }
  for (const { open, close } of THOUGHTS) {
    anywhere.push({ text: open, value: { type: 'thought-open' } });
    anywhere.push({ text: close, value: { type: 'thought-close' } });
  }
  const results = [
    ...RESULT_MARKS.map(({ open, close }): Marker<Sign> => ({ text: open, value: { type: 'result', close } })),
    ...END_TOKENS.map((text): Marker<Sign> => ({ text, value: { type: 'end-token' } })),
  ];
  const scanners = {
    anywhere: createMarkerScanner(anywhere),
    lineStart: createMarkerScanner(lineStart),
    results: createMarkerScanner(results),
  };
  return { ...scanners, kinds: unitKinds(scanners.anywhere) };
}

function unitKinds(anywhere: MarkerScanner<Sign>): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  for (let unit = 0; unit < kinds.length; unit += 1) {
    kinds[unit] = isQuoteSign(unit)
      ? UnitKind.sign
      : anywhere.begins(unit)
        ? UnitKind.maybe
        : isBlank(unit)
          ? UnitKind.blank
          : UnitKind.plain;
  }
  return kinds;
}
