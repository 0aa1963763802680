import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import { besideKey } from '../agent/person-words.ts';
import { targetOfCall } from './call-target.ts';
import { type Classification, type ClassifyContext, classifyFault, type Fault, type ToolOutcome } from './classify-fault.ts';
import { fingerprintOf } from './fingerprint.ts';
import { rolesOfTool } from './tool-role.ts';

/** A mistake that was made and not yet made good. */
interface Circuit {
  readonly fingerprint: string;
  readonly pattern: string;
  /** The tool with which it was made last. */
  readonly tool: string;
  /** How often: once a turn of the model, however many calls made it. */
  readonly occurrences: number;
}

/** Why a mistake does not count any more (contract 2.6). */
export interface CircuitClosing {
  readonly circuit: Circuit;
  readonly cause: 'success' | 'user-message' | 'operator';
}

/** What a result means in its history. */
export type FoldedResult =
  | {
      readonly type: 'fault';
      readonly fault: Fault;
      readonly fingerprint: string;
      readonly occurrence: number;
      /** The first of its turn: it counted. */
      readonly counted: boolean;
    }
  | { readonly type: 'none'; readonly classification: Exclude<Classification, Fault>; readonly closed: readonly CircuitClosing[] };

interface Mark {
  readonly fingerprint: string;
  readonly pattern: string;
  readonly scope: 'target' | 'tool';
  readonly tools: Set<string>;
  readonly targets: Set<string>;
  tool: string;
  occurrences: number;
  /** The turn of the model in which it was made last. */
  turn: number;
}

/** Mistakes that are remembered at once; more are only made by an endless conversation without a word of the user. */
const MOST_MARKS = 500;
const MOST_BESIDE = 16;

/**
 * The mistakes of one thread, folded over its history (contract 2.6): the same history gives the same counts, and nothing counts because a
 * request was sent again. Goes forward only; the cost is that of what is new.
 */
export class FaultFold {
  private readonly marks = new Map<string, Mark>();
  private turn = 0;
  private resultsInTurn = false;
  private readonly beside: string[] = [];

  /** A message of the model, or the first of several that belong together. */
  reply(): void {
    if (!this.resultsInTurn && this.turn > 0) return;
    this.turn += 1;
    this.resultsInTurn = false;
  }

  /**
   * Words of a user message, without what is the agent's (`personWords`). Beside tool results a text that stood there before is the agent's own
   * too: a person's words can come there, but not twice.
   */
  userMessage(words: string): readonly CircuitClosing[] {
    if (words === '') return [];
    if (this.resultsInTurn) {
      const key = besideKey(words);
      if (this.beside.includes(key)) return [];
      this.beside.push(key);
      if (this.beside.length > MOST_BESIDE) this.beside.shift();
    } else this.turn += 1;
    return this.forget('user-message');
  }

  /** Nothing that was counted so far counts any more. */
  forget(cause: CircuitClosing['cause']): readonly CircuitClosing[] {
    const closed = [...this.marks.values()].map((mark): CircuitClosing => ({ circuit: circuitOf(mark), cause }));
    this.marks.clear();
    return closed;
  }

  /** The next result of a call. */
  result(outcome: ToolOutcome, context: ClassifyContext): FoldedResult {
    this.resultsInTurn = true;
    const classification = classifyFault(outcome, context);
    const args = objectIn(outcome.argumentsText);
    if (classification.type === 'fault') return this.count(classification, outcome, args);
    const worked =
      classification.kind === 'success' ||
      (classification.kind === 'failure' && rolesOfTool(outcome.tool, context.profile).includes('shell'));
    return { type: 'none', classification, closed: worked ? this.close(outcome.tool, targetOfCall(args)) : [] };
  }

  private count(fault: Fault, outcome: ToolOutcome, args: JsonObject | undefined): FoldedResult {
    const fingerprint = fingerprintOf(fault, outcome, args);
    const mark = this.marks.get(fingerprint) ?? this.newMark(fault, fingerprint);
    const counted = mark.turn !== this.turn;
    if (counted) mark.occurrences += 1;
    mark.turn = this.turn;
    mark.tool = outcome.tool;
    mark.tools.add(outcome.tool);
    mark.targets.add(targetOfCall(args));
    return { type: 'fault', fault, fingerprint, occurrence: mark.occurrences, counted };
  }

  private newMark(fault: Fault, fingerprint: string): Mark {
    const { id, scope } = fault.pattern;
    const mark: Mark = { fingerprint, pattern: id, scope, tools: new Set(), targets: new Set(), tool: '', occurrences: 0, turn: -1 };
    this.marks.set(fingerprint, mark);
    const [oldest] = this.marks.keys();
    if (this.marks.size > MOST_MARKS && oldest !== undefined) this.marks.delete(oldest);
    return mark;
  }

  /** Success of the same tool on the same target; where the mistake was in the way of calling, any success of that tool. */
  private close(tool: string, target: string): readonly CircuitClosing[] {
    if (this.marks.size === 0) return [];
    const closed: CircuitClosing[] = [];
    for (const mark of this.marks.values()) {
      if (!mark.tools.has(tool) || (mark.scope === 'target' && !mark.targets.has(target))) continue;
      this.marks.delete(mark.fingerprint);
      closed.push({ circuit: circuitOf(mark), cause: 'success' });
    }
    return closed;
  }
}

const circuitOf = ({ fingerprint, pattern, tool, occurrences }: Mark): Circuit => ({ fingerprint, pattern, tool, occurrences });

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
