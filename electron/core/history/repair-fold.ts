import { deriveCallId } from '../turn/call-id.ts';
import type { HistoryDocument } from './history-document.ts';
import type { HistoryEdit, PartRef } from './history-edit.ts';
import type { CallNode, HistoryNode, NodeRef, ResultNode } from './history-node.ts';
import { lateNote, NO_RESULT } from './history-wording.ts';
import { mendPastArguments } from './past-arguments.ts';
import { sentHistoryKey } from './past-decisions.ts';
import type { CallGroup, KnownCall } from './known-call.ts';
import type { RepairChange, RepairContext } from './repair-context.ts';
import { strayPairs } from './stray-results.ts';

/** What is stored of a request that went out: its calls were settled, or all but those of its last message, which was to be written on. */
const SENT = '1';
const CONTINUED = 'continued';

interface Run {
  readonly document: HistoryDocument;
  readonly context: RepairContext;
}

/** What is known of a history up to some message. It only goes forward: what it decided for a request that went out stays. */
export class RepairFold {
  readonly edits: HistoryEdit[] = [];
  readonly changes: RepairChange[] = [];
  /** Messages that were read. */
  private upTo = 0;
  private readonly byId = new Map<string, KnownCall[]>();
  private readonly taken = new Set<string>();
  private unanswered: KnownCall[] = [];
  /** The newest calls, and results in their window that name none of them. */
  private group: CallGroup = { calls: [], early: [] };
  private strays: ResultNode[] = [];
  private lateTexts: { readonly result: ResultNode; readonly call: KnownCall }[] = [];
  private window = -1;
  /** Entries that hold a result in its place; empty where results stand inside messages. */
  private readonly kept = new Set<number>();
  private lastKept = -1;
  private lastCall = -1;
  private turnStart = 0;
  private inTurn = false;
  private position = 0;
  /** Dropped results since the last words or calls. */
  private early: ResultNode[] = [];

  /**
   * Reads what is new and settles it, as at every place up to which a request went out before: what went out then stays. Answers with
   * decisions to store.
   */
  advance(document: HistoryDocument, context: RepairContext): readonly (readonly [string, string])[] {
    const run = { document, context };
    const end = document.length - 1;
    for (let at = this.upTo; at <= end; at += 1) {
      const node = document.node({ at, extra: 0 });
      if (node !== undefined) this.take(node, run);
      const sent = at < end ? context.decided(sentHistoryKey(context.scope, context.hashes[at] ?? '')) : undefined;
      if (sent !== undefined) this.settle(run, at, sent === CONTINUED);
    }
    this.upTo = document.length;
    const mattered = this.settle(run, end, context.continued);
    return mattered ? [[sentHistoryKey(context.scope, context.hashes[end] ?? ''), context.continued ? CONTINUED : SENT]] : [];
  }

  private take(node: HistoryNode, run: Run): void {
    const window = run.document.dialect.windowOf(node, this.window);
    if (window !== this.window) this.closeWindow(run);
    this.window = window;
    this.mendShape(node);
    for (const result of node.results) this.takeResult(result, run);
    if (node.role === 'assistant') this.takeReply(node, run);
    else if (node.role !== 'other') this.inTurn = false;
    if ((node.role === 'user' || node.role === 'system') && node.results.length === 0) this.early = [];
  }

  private mendShape(node: HistoryNode): void {
    for (const flaw of node.flaws) {
      if (flaw.type === 'empty-calls') this.change({ type: 'drop-calls', node: node.ref }, node, 'an empty list of calls was left out');
      else if (flaw.type === 'empty-text')
        this.change(
          { type: 'drop-text', node: node.ref, place: flaw.place },
          { ref: node.ref, place: flaw.place },
          'an empty text block was left out',
        );
      else this.change({ type: 'results-first', node: node.ref }, node, 'results were put in front of the text');
    }
  }

  // ---- calls

  private takeReply(node: HistoryNode, run: Run): void {
    if (!this.inTurn) {
      this.turnStart = node.ref.at;
      this.position = 0;
      this.inTurn = true;
    }
    if (node.calls.length === 0) return;
    // Where every call is an entry of its own, neighbours belong together.
    if (run.document.dialect.callsShareEntry || this.lastCall !== node.ref.at - 1) this.startGroup(run);
    this.lastCall = node.ref.at;
    for (const call of node.calls) this.takeCall(call, run);
  }

  private startGroup(run: Run): void {
    this.pairStrays(run);
    this.group = { calls: [], early: this.early };
    this.early = [];
  }

  private takeCall(node: CallNode, { document, context }: Run): void {
    const before = context.hashes[this.turnStart - 1] ?? '';
    const { position, group } = this;
    this.position += 1;
    const kept = node.kind !== 'function' || (node.id !== '' && !this.isTaken(node.id, document.dialect.uniqueIds));
    const text = typeof node.input === 'string' ? node.input : JSON.stringify(node.input ?? '');
    const seed = { dialect: context.dialect, style: context.idStyle, historyHash: before, position, name: node.name, arguments: text };
    const id = kept ? node.id : deriveCallId(seed, this.taken);
    const call: KnownCall = {
      node: { ref: node.ref, place: node.place, id: node.id, name: node.name },
      id,
      window: this.window,
      position,
      before,
      group,
      answer: node.kind === 'function' ? 'none' : 'foreign',
    };
    this.taken.add(id);
    group.calls.push(call);
    const known = this.byId.get(node.id);
    if (known === undefined) this.byId.set(node.id, [call]);
    else known.push(call);
    if (!kept) {
      const why = node.id === '' ? `a call of ${node.name} without id is now ${id}` : `a second call ${node.id} is now ${id}`;
      this.change({ type: 'set-call', call: partOf(node), id }, node, why);
    }
    if (node.kind !== 'function') return;
    this.unanswered.push(call);
    const mended = context.strictPastArguments ? mendPastArguments(node, document.dialect.argumentsAsText, context.mend) : undefined;
    if (mended !== undefined)
      this.change(
        { type: 'set-call', call: partOf(node), arguments: mended.arguments },
        node,
        `arguments of ${nameOf(call)} were ${mended.how}`,
      );
  }

  /** The id was used before, where that is not allowed. */
  private isTaken(id: string, everywhere: boolean): boolean {
    return everywhere ? this.taken.has(id) : this.group.calls.some((call) => call.id === id);
  }

  // ---- results

  private takeResult(result: ResultNode, run: Run): void {
    const named = result.callId === '' ? [] : (this.byId.get(result.callId) ?? []);
    if (named.some((call) => call.answer === 'foreign') || result.callId.startsWith('srvtoolu_')) return this.keep(result, run);
    const call = openCall(named);
    if (call !== undefined) return this.answer(call, result, run);
    const late = named.findLast((one) => one.answer === 'synthetic');
    // What Signalbox wrote itself may come back from whoever reads its output.
    if (late !== undefined && result.text !== NO_RESULT) return this.sendAsText(late, result);
    if (named.length > 0) return this.drop(result, `a second result for ${result.callId} was left out`);
    if (this.inWindow()) this.strays.push(result);
    else this.orphan(result);
  }

  private inWindow(): boolean {
    return this.group.calls.some((call) => call.window === this.window);
  }

  private keep(result: ResultNode, { document }: Run): void {
    if (!document.dialect.resultsInMessage) this.kept.add(result.ref.at);
    this.lastKept = Math.max(this.lastKept, result.ref.at);
  }

  private answer(call: KnownCall, result: ResultNode, run: Run): void {
    call.answer = 'result';
    if (call.window !== this.window) return this.place(call, partOf(result), `the late result of ${nameOf(call)} was moved up to it`);
    this.keep(result, run);
    if (call.id !== result.callId)
      this.change({ type: 'set-result-id', result: partOf(result), id: call.id }, result, `a result of ${nameOf(call)} got its id`);
  }

  private sendAsText(call: KnownCall, result: ResultNode): void {
    call.answer = 'synthetic-and-text';
    this.lateTexts.push({ result, call });
  }

  private drop(result: ResultNode, why: string): void {
    this.change({ type: 'drop-result', result: partOf(result) }, result, why);
  }

  private orphan(result: ResultNode): void {
    this.early.push(result);
    this.drop(result, `a result without its call (${result.callId === '' ? 'no id' : result.callId}) was left out`);
  }

  /** `end`: the last entry of the request that settles it; undefined: what came later tells. */
  private place(call: KnownCall, from: PartRef | { readonly text: string }, why: string, end?: number): void {
    const behind = this.behind(call);
    const alone = behind.at === end ? { alone: true } : {};
    this.change({ type: 'place-result', behind, order: call.position, callId: call.id, from, ...alone }, call.node, why);
  }

  /** Behind the call's message and the results that stand there, but never behind what came after it was sent. */
  private behind(call: KnownCall): NodeRef {
    let { at } = call.node.ref;
    const entries = new Set(call.group.calls.map((sibling) => sibling.node.ref.at));
    while (entries.has(at + 1) || this.kept.has(at + 1)) at += 1;
    return { at, extra: 0 };
  }

  private synthesise(call: KnownCall, end: number): void {
    call.answer = 'synthetic';
    this.place(call, { text: NO_RESULT }, `${nameOf(call)} had no result: a neutral one was put in`, end);
  }

  // ---- ends

  /** No further result can stand in the place of the calls of this window. */
  private closeWindow(run: Run): void {
    this.pairStrays(run);
    for (const { result, call } of this.lateTexts) {
      // Results have to stand together: words wait behind them.
      const behind = { at: run.document.dialect.resultsInMessage ? result.ref.at : Math.max(result.ref.at, this.lastKept), extra: 0 };
      const note = lateNote(call.node.name, call.id);
      this.change(
        { type: 'result-to-text', result: partOf(result), note, behind },
        result,
        `the late result of ${nameOf(call)} follows as text`,
      );
    }
    this.lateTexts = [];
    this.lastKept = -1;
  }

  /** No further result can belong to the newest calls by its position. */
  private pairStrays(run: Run): void {
    const { strays } = this;
    if (strays.length === 0) return;
    this.strays = [];
    const pairs = strayPairs(strays, this.group.calls);
    for (const stray of strays) {
      const call = pairs.get(stray);
      if (call === undefined) this.orphan(stray);
      else this.answer(call, stray, run);
    }
  }

  /**
   * A request went out that ended with entry `end`: what has no result by then gets one, also where nothing at all follows the calls (wire 3.6,
   * decision 0024). Only where the agent asked the server to write that very message on (`continued`) the calls in it stay open. True when more
   * of the history could have led to something else.
   */
  private settle(run: Run, end: number, continued: boolean): boolean {
    const waiting = this.strays.length + this.lateTexts.length;
    this.closeWindow(run);
    const open = this.unanswered.filter(isOpen);
    this.unanswered = continued ? open.filter((call) => call.node.ref.at === end) : [];
    for (const call of open) {
      if (this.unanswered.includes(call)) continue;
      const early = call.group.early.find((result) => result.callId !== '' && result.callId === call.node.id);
      if (early === undefined) this.synthesise(call, end);
      else {
        call.answer = 'result';
        this.place(call, partOf(early), `the result of ${nameOf(call)} was moved behind it`, end);
      }
    }
    return waiting > 0 || open.length > this.unanswered.length;
  }

  private change(edit: HistoryEdit, where: { readonly ref: NodeRef; readonly place?: number }, text: string): void {
    this.edits.push(edit);
    this.changes.push({ at: where.ref.at, place: where.place ?? 0, text });
  }
}

const isOpen = (call: KnownCall): boolean => call.answer === 'none';

/** Among calls of one id: the first that is open in the newest message that has one. */
function openCall(named: readonly KnownCall[]): KnownCall | undefined {
  const newest = named.findLast(isOpen);
  return named.find((call) => isOpen(call) && call.group === newest?.group);
}

const partOf = ({ ref, place }: { readonly ref: NodeRef; readonly place: number }): PartRef => ({ ...ref, place });

const nameOf = (call: KnownCall): string => `${call.node.name === '' ? 'a call' : call.node.name} (${call.id})`;
