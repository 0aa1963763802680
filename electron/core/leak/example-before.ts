import { announcesAct, announcesText } from './announcement.ts';
import { EXAMPLE_PHRASES, QUOTING_PHRASES } from './example-phrases.ts';
import { inQuotingFrame } from './quoting-frame.ts';
import { leavesOpen, pointsOver } from './unfinished-lead.ts';

/** How far before the envelope the words count. */
const LOOK_BACK = 80;
/** A sentence that announces a text is read this far back, so that what it means to do is seen. */
const SENTENCE = 200;

/**
 * The announcing phrase before `start`, or undefined. Not further back than the paragraph, except over a line that ends in a colon, nor than
 * `floor`: what a former envelope holds announces nothing. A thought (`inThought`) may break off into a call: it need not be a whole sentence.
 */
export function exampleBefore(
  text: string,
  start: number,
  floor = 0,
  inThought = false,
): { readonly phrase: string; readonly start: number; readonly end: number } | undefined {
  if (inQuotingFrame(text, start, floor))
    return { phrase: 'a frame around a text', start: text.lastIndexOf('\n', Math.max(0, start - 2)) + 1, end: start };
  const from = Math.max(floor, start - LOOK_BACK);
  const near = text.slice(from, start);
  const trimmed = near.trimEnd();
  const paragraph = near.lastIndexOf('\n\n', Math.max(0, trimmed.length - 1));
  const blankBetween = near.slice(trimmed.length).split('\n').length > 2;
  const line = trimmed.slice(trimmed.lastIndexOf('\n') + 1);
  const title = isTitle(line);
  const apart = blankBetween && !title && !/[:：][*_]{0,3}$/.test(trimmed);
  // One sign for one sign: the places below are those of the text. A title announces as a colon does.
  const said = lowerCase(trimmed.slice(paragraph < 0 ? 0 : paragraph).replace(/[*_]{1,3}$/, '')) + (title ? ':' : '');
  const offset = from + (paragraph < 0 ? 0 : paragraph);
  const before =
    lowerCase(
      text
        .slice(Math.max(floor, start - SENTENCE), start)
        .trimEnd()
        .replace(/[*_]{1,3}$/, ''),
    ) + (title ? ':' : '');
  const lineStart = from + trimmed.lastIndexOf('\n') + 1;
  const whole = { phrase: text.slice(lineStart, from + trimmed.length), start: lineStart, end: from + trimmed.length };
  // Behind a blank line only a sentence that points counts, not a word of it.
  if (apart) return pointsOver(before) ? whole : undefined;
  const acts = announcesAct(before);
  for (const phrase of acts ? EXAMPLE_PHRASES : [...EXAMPLE_PHRASES, ...QUOTING_PHRASES]) {
    const place = said.lastIndexOf(phrase);
    if (place >= 0 && !isOther(said, place, phrase, acts)) return { phrase, start: offset + place, end: offset + place + phrase.length };
  }
  const inline = !near.slice(trimmed.length).includes('\n') && trimmed !== '';
  if (!announcesText(before) && (inThought || !leavesOpen(before, inline))) return undefined;
  return whole;
}

/** “It looks like this project uses npm” guesses; “Creating an example app” works on one. “It looks like this:” and “an example call” show. */
function isOther(said: string, place: number, phrase: string, acts: boolean): boolean {
  const behind = said.slice(place + phrase.length);
  if (/looks? like this$/.test(phrase)) return /^ \p{L}/u.test(behind);
  if (/^the (?:syntax|format) is$/.test(phrase)) return acts && /^ \p{L}/u.test(behind);
  if (/^例[:：]$/.test(phrase)) return acts;
  if (/^(?:示例|範例)$/.test(phrase)) return acts && /^(?:目[录錄]|文件|[项項]目|程序|代[码碼]|[应應]用|[数數]据|配置|工程)/.test(behind);
  // “Running your example:”, “Executing the script you pasted:”
  if (/^examples?:$|^you pasted$/.test(phrase)) return acts && RUNS.test(said.slice(0, place));
  // “The log shows a timeout.” is said, not announced.
  if (QUOTING_PHRASES.includes(phrase)) return /^ \p{L}[^:]*[.!]$/u.test(behind) && !/ (?:this|below|follows)\b/.test(behind);
  return phrase === 'an example' && acts && /^ (?!of|for|call|tool|function|reply|response|output|how)\p{L}/u.test(behind);
}

const RUNS = /(?:^|[.!\n] ?)(?:running|executing|trying|testing|building|opening|checking|fixing|debugging) [^.:]*$/;

/** A heading, or a line that is bold as a whole. */
const isTitle = (line: string): boolean => /^ {0,3}#{1,6} /.test(line) || /^(?:\*\*|__)[^*_]{1,60}(?:\*\*|__)$/.test(line);

/** Lower case with every sign in its place (Turkish İ alone would become two), and a typed apostrophe for a set one. */
const lowerCase = (text: string): string => text.replaceAll('İ', 'i').replaceAll('’', "'").toLowerCase();
