import { isWholeJson, scanJson, skipBlanks } from '../../text/json-scanner.ts';
import type { FormatContext, LeakFormat, ParsedCall, ParsedEnvelope } from '../leak-format.ts';

// <｜DSML｜function_calls>
// <｜DSML｜invoke name="get_weather">
// <｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>
// </｜DSML｜invoke>
// </｜DSML｜function_calls>

/**
 * Bars are U+FF5C; V4.1 behind some servers doubles them, which nobody types either (command-code#909). The other spellings are rewrites by a
 * proxy or a model: listed, degraded. None is mixed with another within one envelope.
 */
const MARKS: readonly { readonly mark: string; readonly degraded: boolean }[] = [
  { mark: '｜DSML｜', degraded: false },
  { mark: '｜｜DSML｜｜', degraded: false },
  { mark: '‖DSML‖', degraded: true },
  { mark: '|DSML|', degraded: true },
];
const BLOCKS = ['function_calls', 'tool_calls', 'calls'];
const END_OF_SENTENCE = '<｜end▁of▁sentence｜>';
const LONGEST_NAME = 200;

/** DeepSeek's self-describing parameters: `string="true"` keeps the text verbatim, `string="false"` promises JSON (formats-b 3). */
export const deepseekDsml: LeakFormat = {
  id: 'deepseek-dsml',
  title: 'DeepSeek DSML',
  class: 'private',
  origin: 'DeepSeek V3.2, V4, V4.1; degraded spellings from sglang#40236, GenericAgent#804',
  sample:
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  openers: () => MARKS.map(({ mark }) => ({ text: `<${mark}`, where: 'anywhere' })),
  viable: (text, start) => {
    const spelling = MARKS.find(({ mark }) => text.startsWith(`<${mark}`, start));
    if (spelling === undefined) return MARKS.some(({ mark }) => `<${mark}`.startsWith(text.slice(start)));
    return headViable(text, start + spelling.mark.length + 1, spelling.mark);
  },
  parse: (text, start, context) => {
    const spelling = MARKS.find(({ mark }) => text.startsWith(`<${mark}`, start));
    return spelling === undefined ? undefined : new Reader(text, start, spelling.mark, spelling.degraded, context).envelope();
  },
};

/** A block or a bare invoke, then a tag of the same spelling or a JSON body. */
function headViable(text: string, at: number, mark: string): boolean {
  const from = text[at] === ' ' ? at + 1 : at;
  const rest = text.slice(from, from + 20);
  const word = BLOCKS.find((block) => rest.startsWith(`${block}>`));
  if (word !== undefined) {
    const inner = skipBlanks(text, from + word.length + 1);
    const tag = text.slice(inner, inner + mark.length + 1);
    return inner >= text.length || `<${mark}`.startsWith(tag);
  }
  if ([...BLOCKS.map((block) => `${block}>`), INVOKE].some((literal) => literal.startsWith(rest.slice(0, literal.length)))) {
    if (!rest.startsWith(INVOKE)) return true;
    const nameEnd = text.indexOf('">', from + INVOKE.length);
    if (nameEnd < 0) return text.length - from < LONGEST_NAME;
    const inner = skipBlanks(text, nameEnd + 2);
    const tag = text.slice(inner, inner + mark.length + 1);
    return inner >= text.length || text[inner] === '{' || `<${mark}`.startsWith(tag) || `</${mark}`.startsWith(tag);
  }
  return false;
}

const INVOKE = 'invoke name="';

type Step = 'ok' | 'cut' | { readonly code: 'shape' | 'bad_arguments'; readonly detail: string };

/** Reads one envelope from left to right; each tag must be spelled as the first one. */
class Reader {
  private readonly text: string;
  private readonly start: number;
  private readonly mark: string;
  private readonly context: FormatContext;
  private degraded: boolean;
  private at: number;
  private readonly calls: ParsedCall[] = [];
  private readonly names: string[] = [];

  constructor(text: string, start: number, mark: string, degraded: boolean, context: FormatContext) {
    this.text = text;
    this.start = start;
    this.mark = mark;
    this.degraded = degraded;
    this.context = context;
    this.at = start;
  }

  envelope(): ParsedEnvelope | undefined {
    const block = BLOCKS.find((word) => this.take(false, `${word}>`));
    if (block === undefined) {
      if (!this.peek(false, INVOKE)) return undefined;
      this.degraded = true;
      return this.finish(this.invoke(), '');
    }
    for (;;) {
      this.at = skipBlanks(this.text, this.at);
      if (this.take(true, `${block}>`))
        return this.finish(this.calls.length === 0 ? { code: 'shape', detail: 'the block holds no call' } : 'ok', block);
      if (this.calls.length > 0 && this.at >= this.text.length && this.stoppedAt(block)) return this.finish('ok', block);
      if (!this.peek(false, INVOKE)) return this.finish(this.otherwise('other text stands between the calls'), block);
      const step = this.invoke();
      if (step !== 'ok') return this.finish(step, block);
    }
  }

  /** A stop sequence equal to the closer, when hit, counts as it (contract 2.3 check 4). */
  private stoppedAt(block: string): boolean {
    const { open, stopSequence } = this.context;
    return !open && (stopSequence === `</${this.mark}${block}>` || stopSequence === `</${this.mark} ${block}>`);
  }

  private finish(step: Step, block: string): ParsedEnvelope {
    const { start, text, names } = this;
    if (step === 'ok') return { status: 'complete', start, end: this.at, calls: this.calls, degraded: this.degraded };
    if (step === 'cut') return { status: 'incomplete', start, end: text.length, names };
    const closed = [`</${this.mark}${block}>`, `</${this.mark} ${block}>`]
      .map((tag) => text.indexOf(tag, this.at) + tag.length)
      .find((end) => end > this.at + block.length);
    if (closed === undefined && (this.context.open || block !== '')) return { status: 'incomplete', start, end: text.length, names };
    return { status: 'malformed', start, end: closed ?? text.length, code: step.code, names, detail: step.detail };
  }

  private invoke(): Step {
    const from = this.at;
    this.take(false, INVOKE);
    const nameEnd = this.text.indexOf('"', this.at);
    if (nameEnd < 0) return 'cut';
    const name = this.text.slice(this.at, nameEnd);
    this.names.push(name);
    if (nameEnd - this.at > LONGEST_NAME || name.includes('\n')) return { code: 'shape', detail: 'no name in the call' };
    this.at = nameEnd + 1;
    if (this.at >= this.text.length) return 'cut';
    if (this.text[this.at] !== '>') return { code: 'shape', detail: 'the tag of the call does not end behind its name' };
    this.at = skipBlanks(this.text, this.at + 1);
    return this.text[this.at] === '{' ? this.jsonBody(name, from) : this.parameters(name, from);
  }

  private jsonBody(name: string, from: number): Step {
    const scan = scanJson(this.text, this.at);
    if (scan.status === 'incomplete') return 'cut';
    if (scan.status === 'invalid') return { code: 'bad_arguments', detail: 'the body is not JSON' };
    this.at = skipBlanks(this.text, scan.end);
    if (!this.take(true, 'invoke>')) return this.otherwise('other text stands behind the body', 'bad_arguments');
    this.add(name, from, this.text.slice(scan.start, scan.end), undefined, []);
    return 'ok';
  }

  private parameters(name: string, from: number): Step {
    const members: string[] = [];
    const shorter: string[] = [];
    const keys = new Set<string>();
    let problem: string | undefined;
    let twoReadings = false;
    for (;;) {
      this.at = skipBlanks(this.text, this.at);
      if (this.take(true, 'invoke>')) break;
      if (!this.peek(false, 'parameter name="')) return this.otherwise('other text stands between the parameters');
      const parameter = this.parameter();
      if (typeof parameter !== 'object' || 'code' in parameter) return parameter;
      if (keys.has(parameter.key)) problem ??= `the parameter ${JSON.stringify(parameter.key)} is given twice`;
      keys.add(parameter.key);
      const whole = encode(parameter.value, parameter.isString);
      if (whole === undefined) problem ??= `${JSON.stringify(parameter.key)} promises JSON and holds none`;
      const short = parameter.short === undefined ? whole : encode(parameter.short, parameter.isString);
      if (parameter.short !== undefined) twoReadings = true;
      members.push(`${JSON.stringify(parameter.key)}:${whole ?? ''}`);
      shorter.push(`${JSON.stringify(parameter.key)}:${short ?? ''}`);
    }
    const otherReadings = twoReadings && problem === undefined ? [{ name, arguments: `{${shorter.join(',')}}` }] : [];
    this.add(name, from, problem === undefined ? `{${members.join(',')}}` : undefined, problem, otherReadings);
    return 'ok';
  }

  /** One parameter. `short`: what a reader would get that stops at the first closer, where the value holds closers of its own. */
  private parameter():
    | Step
    | { readonly key: string; readonly value: string; readonly isString: boolean; readonly short: string | undefined } {
    this.take(false, 'parameter name="');
    const head = PARAMETER_HEAD.exec(this.text.slice(this.at, this.at + LONGEST_NAME + 40));
    if (head === null)
      return this.text.length - this.at < LONGEST_NAME + 40 && !this.text.slice(this.at).includes('>')
        ? 'cut'
        : { code: 'shape', detail: 'a parameter tag is not as listed' };
    const key = head[1] ?? '';
    const from = this.at + head[0].length;
    let firstEnd: number | undefined;
    let search = from;
    for (;;) {
      const close = this.nextClose('parameter>', search);
      if (close === undefined) return 'cut';
      firstEnd ??= close.start;
      search = close.end;
      const follows = skipBlanks(this.text, close.end);
      if (follows >= this.text.length && (this.context.open || firstEnd === close.start)) {
        this.at = close.end;
        return { key, value: this.text.slice(from, close.start), isString: head[2] === 'true', short: undefined };
      }
      if (!this.tagAt(follows, true, 'invoke>') && !this.tagAt(follows, false, 'parameter name="') && !this.couldBeTag(follows)) continue;
      const value = this.text.slice(from, close.start);
      if (value.includes(END_OF_SENTENCE)) return 'cut';
      const nested = this.countTags(value, 'parameter name="', false);
      const closers = this.countTags(value, 'parameter>', true);
      if (nested > closers) return 'cut';
      this.at = close.end;
      return { key, value, isString: head[2] === 'true', short: closers > 0 ? this.text.slice(from, firstEnd) : undefined };
    }
  }

  private add(
    name: string,
    start: number,
    args: string | undefined,
    argumentsError: string | undefined,
    otherReadings: ParsedCall['otherReadings'],
  ): void {
    this.calls.push({ name, arguments: args, argumentsError, nativeId: undefined, span: { start, end: this.at }, otherReadings });
  }

  /** Neither of the tags that may stand here: cut, if the text ends in what may become one; else a fault. */
  private otherwise(detail: string, code: 'shape' | 'bad_arguments' = 'shape'): Step {
    return this.at >= this.text.length || this.couldBeTag(this.at) ? 'cut' : { code, detail };
  }

  private couldBeTag(at: number): boolean {
    const rest = this.text.slice(at, at + 40);
    if (at + rest.length < this.text.length) return false;
    return [
      `<${this.mark}invoke name="`,
      `<${this.mark}parameter name="`,
      `</${this.mark}invoke>`,
      `</${this.mark}parameter>`,
      ...BLOCKS.map((word) => `</${this.mark}${word}>`),
    ].some((tag) => tag.startsWith(rest) || tag.replace(this.mark, `${this.mark} `).startsWith(rest));
  }

  private tagAt(at: number, closing: boolean, word: string): number {
    const head = `${closing ? '</' : '<'}${this.mark}`;
    if (!this.text.startsWith(head, at)) return 0;
    const from = this.text[at + head.length] === ' ' ? at + head.length + 1 : at + head.length;
    return this.text.startsWith(word, from) ? from + word.length : 0;
  }

  private peek(closing: boolean, word: string): boolean {
    return this.tagAt(this.at, closing, word) > 0;
  }

  private take(closing: boolean, word: string): boolean {
    const end = this.tagAt(this.at, closing, word);
    if (end > 0) this.at = end;
    return end > 0;
  }

  private nextClose(word: string, from: number): { readonly start: number; readonly end: number } | undefined {
    const head = `</${this.mark}`;
    for (let at = this.text.indexOf(head, from); at >= 0; at = this.text.indexOf(head, at + head.length)) {
      const end = this.tagAt(at, true, word);
      if (end > 0) return { start: at, end };
    }
    return undefined;
  }

  private countTags(value: string, word: string, closing: boolean): number {
    const head = `${closing ? '</' : '<'}${this.mark}`;
    return value
      .split(head)
      .slice(1)
      .filter((rest) => rest.startsWith(word) || rest.startsWith(` ${word}`)).length;
  }
}

const PARAMETER_HEAD = /^([^"\n]{1,200})" string="(true|false)">/;

/** Text verbatim as a JSON string, or the raw JSON that was promised; undefined where it is none. */
const encode = (value: string, isString: boolean): string | undefined =>
  isString ? JSON.stringify(value) : isWholeJson(value) ? value.trim() : undefined;
