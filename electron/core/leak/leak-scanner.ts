import { TextLog } from '../text/text-log.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { judgeFacts } from './judge-facts.ts';
import type { LeakScanner, LeakVerdict, ReplyContext } from './leak-verdict.ts';
import type { ScanFacts } from './region.ts';
import { ReplyScan, type ScanOptions } from './reply-scan.ts';

export type { ScanOptions } from './reply-scan.ts';

/** The one engine: finds candidates of all listed formats while a reply streams, and says how much of it may leave. */
export function createLeakScanner(tools: readonly AdvertisedTool[], options: ScanOptions): LeakScanner {
  return new Scanner(tools, options);
}

/** A whole reply's verdict: the same as that of a scanner which was given the text in any pieces. */
export function judgeReply(text: string, context: ReplyContext): LeakVerdict {
  const scanner = createLeakScanner(context.tools, context);
  scanner.push(text);
  return scanner.judge(context);
}

class Scanner implements LeakScanner {
  private readonly scan: ReplyScan | undefined;
  readonly text = new TextLog();
  private gone = 0;

  constructor(tools: readonly AdvertisedTool[], options: ScanOptions) {
    // No tools, no touch (contract 2.2).
    this.scan = tools.length === 0 ? undefined : new ReplyScan(tools, options);
  }

  get holding(): boolean {
    return this.gone < this.text.length;
  }

  push(text: string): number {
    this.text.push(text);
    this.gone = Math.max(this.gone, this.scan === undefined || this.scan.done ? this.text.length : this.scan.add(text));
    return this.gone;
  }

  judge(context: ReplyContext): LeakVerdict {
    const whole = this.text.text();
    const facts = this.scan === undefined ? nothing(whole) : this.scan.finish(whole, context);
    return judgeFacts(facts, context, (reasoning) => scanWhole(reasoning, context));
  }
}

/** The facts of one whole text: the reasoning channel is read like this. */
function scanWhole(text: string, context: ReplyContext): ScanFacts {
  const scan = new ReplyScan(context.tools, context);
  scan.add(text);
  return scan.finish(text, context);
}

const nothing = (text: string): ScanFacts => ({ text, regions: [], thoughts: [], fabricated: [], unread: [] });
