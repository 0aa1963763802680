import type { Approval, Approver } from '../../shared/approval.ts';
import type { EntryBody, EntryCall, NewEntry } from '../../shared/journal-entry.ts';
import type { Json } from '../../shared/json.ts';
import type { ApprovalDesk, HoldOwner, HoldTicket } from '../gateway/ports.ts';
import type { JournalPort } from '../journal/journal-port.ts';
import { type DecisionProblem, expireApproval, settleApproval, withdrawApproval } from '../core/approval/approval.ts';
import { makeRule, matchRule } from '../core/approval/approval-policy.ts';
import type { ApprovalDraft } from '../core/pipeline/effect.ts';
import type { DraftVerdict } from '../core/pipeline/lane-input.ts';
import type { Verdict } from '../../shared/vocabulary.ts';
import type { Presence } from './presence.ts';
import type { RuleBook } from './rule-book.ts';
import type { SettingAccess } from './setting-access.ts';

/** Time as the desk sees it: given, so that tests own it. */
export interface DeskClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `work` once after `ms`; the result cancels it. */
  after(ms: number, work: () => void): () => void;
}

export const systemClock: DeskClock = {
  now: Date.now,
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** Body of `approvals/settle`. */
export interface SettleRequest {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reading?: number | undefined;
  readonly arguments?: Json | undefined;
  readonly reason?: string | undefined;
  readonly remember?: 'session' | 'always' | undefined;
}

export type SettleAnswer = { readonly approval: Approval } | { readonly error: SettleProblem };
export type SettleProblem = Omit<DecisionProblem, 'code'> & { readonly code: DecisionProblem['code'] | 'unknown' | 'remember' };

/** The desk with the operator's side of it. */
export interface OperatorDesk extends ApprovalDesk {
  /** What waits, the oldest first, with the true bytes. */
  pending(): readonly Approval[];
  /** The first verdict stands: a second console gets it back. */
  settle(request: SettleRequest): SettleAnswer;
}

export interface DeskSetup {
  readonly clock: DeskClock;
  readonly journal: Pick<JournalPort, 'append'>;
  readonly settings: Pick<SettingAccess, 'current'>;
  readonly presence: Presence;
  readonly rules: RuleBook;
  /** A new id, never given before. */
  readonly newId: () => string;
}

/** Ended approvals that are still known by id, so that a late verdict is told what happened. */
const maxEnded = 1000;
/** After this many expiries in a row a session's next holds expire at once, until the operator is back (4.3). */
const maxExpiriesInRow = 2;

interface Card {
  approval: Approval;
  readonly owner: HoldOwner;
  readonly key: string;
  readonly onVerdict: (key: string, verdict: DraftVerdict) => void;
  cancelTimer: () => void;
}

interface Unanswered {
  count: number;
  since: number;
}

export function createApprovalDesk(setup: DeskSetup): OperatorDesk {
  return new Desk(setup);
}

class Desk implements OperatorDesk {
  readonly #setup: DeskSetup;
  readonly #pending = new Map<string, Card>();
  /** Also holds what is pending; in order of creation. */
  readonly #known = new Map<string, Card>();
  readonly #unanswered = new Map<string, Unanswered>();
  #closed = false;

  constructor(setup: DeskSetup) {
    this.#setup = setup;
  }

  hold(owner: HoldOwner, drafts: readonly ApprovalDraft[], onVerdict: (key: string, verdict: DraftVerdict) => void): HoldTicket {
    const { clock, newId, settings } = this.#setup;
    const now = clock.now();
    const replyId = newId();
    const timeoutMs = settings.current()['approval.timeoutMs'];
    const cards = drafts.map((draft): Card => {
      const approval = approvalOf(draft, owner, { id: newId(), replyId, createdAt: now, deadline: now + timeoutMs });
      return { approval, owner, key: draft.key, onVerdict, cancelTimer: () => undefined };
    });
    for (const card of cards) this.#put(card);
    // All cards lie on the desk before the first one is answered: the answer may come back here.
    for (const card of cards) this.#answerAtOnce(card, timeoutMs);
    return {
      get approvals() {
        return cards.map((card) => card.approval);
      },
      withdraw: () => cards.forEach((card) => this.#withdraw(card)),
    };
  }

  pending(): readonly Approval[] {
    return [...this.#pending.values()].map((card) => card.approval);
  }

  settle(request: SettleRequest): SettleAnswer {
    this.#setup.presence.touchAll();
    const card = this.#known.get(request.id);
    if (card === undefined)
      return { error: { code: 'unknown', message: 'There is no such approval, or it ended long ago. Next: look at the queue again.' } };
    const { clock, rules, newId } = this.#setup;
    const pending = card.approval.status.state === 'pending';
    const settled = settleApproval(card.approval, request, { type: 'operator' }, clock.now());
    if (!settled.ok) return { error: settled.error };
    if (!pending) return { approval: settled.value };
    if (request.remember !== undefined) {
      const rule = makeRule(
        { ...card.approval, upstream: card.owner.upstream },
        { verdict: request.verdict, scope: request.remember, id: newId(), at: clock.now() },
      );
      if (!rule.ok) return { error: { code: 'remember', message: rule.error } };
      const problem = rules.add(rule.value);
      if (problem !== undefined) return { error: { code: 'remember', message: problem } };
    }
    this.#unanswered.delete(card.owner.session);
    this.#end(card, settled.value);
    return { approval: settled.value };
  }

  close(): void {
    this.#closed = true;
    for (const card of [...this.#pending.values()]) this.#expire(card, { type: 'shutdown' });
  }

  #put(card: Card): void {
    const { id } = card.approval;
    this.#pending.set(id, card);
    this.#known.set(id, card);
    for (const [old, { approval }] of this.#known) {
      if (this.#known.size <= maxEnded) break;
      if (approval.status.state !== 'pending') this.#known.delete(old);
    }
    this.#record(card, 'notice', { type: 'tool-call-held', call: entryCall(card), approval: card.approval });
  }

  /** A remembered rule, an absent operator or a closing program answer before anybody waits; else the deadline runs. */
  #answerAtOnce(card: Card, timeoutMs: number): void {
    if (card.approval.status.state !== 'pending') return;
    if (this.#closed) this.#expire(card, { type: 'shutdown' });
    else if (this.#answerByRule(card)) return;
    else if (!this.#isAnybodyThere(card.owner.session)) this.#expire(card, { type: 'no-console' });
    else card.cancelTimer = this.#setup.clock.after(timeoutMs, () => this.#expire(card, { type: 'deadline' }));
  }

  #answerByRule(card: Card): boolean {
    const { rules, clock } = this.#setup;
    const match = matchRule(rules.list(), { ...card.approval, upstream: card.owner.upstream });
    switch (match.type) {
      case 'none':
        return false;
      case 'ended':
        for (const rule of match.rules) {
          rules.remove(rule.id);
          this.#record(card, 'notice', {
            type: 'limit-reached',
            kind: 'rule-ended',
            detail: `The remembered rule for ${rule.tool} ended: the tool is described differently now`,
          });
        }
        return false;
      case 'rule': {
        const { id, verdict } = match.rule;
        const settled = settleApproval(card.approval, { verdict }, { type: 'rule', ruleId: id }, clock.now());
        if (settled.ok) this.#end(card, settled.value);
        return settled.ok;
      }
    }
  }

  #isAnybodyThere(session: string): boolean {
    const { presence, settings } = this.#setup;
    const unanswered = this.#unanswered.get(session);
    if (unanswered !== undefined && (presence.lastUse() ?? 0) > unanswered.since) this.#unanswered.delete(session);
    else if (unanswered !== undefined && unanswered.count >= maxExpiriesInRow) return false;
    return presence.isPresent() || settings.current()['approval.whenNoConsole'] === 'wait';
  }

  #expire(card: Card, by: Approver): void {
    if (card.approval.status.state !== 'pending') return;
    const now = this.#setup.clock.now();
    if (by.type === 'deadline') this.#countUnanswered(card.owner.session, now);
    this.#end(card, expireApproval(card.approval, by, now));
  }

  #countUnanswered(session: string, now: number): void {
    const known = this.#unanswered.get(session);
    const used = this.#setup.presence.lastUse() ?? 0;
    const count = known === undefined || used > known.since ? 1 : known.count + 1;
    this.#unanswered.delete(session);
    this.#unanswered.set(session, { count, since: now });
    if (this.#unanswered.size > maxEnded) for (const oldest of [...this.#unanswered.keys()].slice(0, 1)) this.#unanswered.delete(oldest);
  }

  #withdraw(card: Card): void {
    if (card.approval.status.state !== 'pending') return;
    this.#end(card, withdrawApproval(card.approval, this.#setup.clock.now()));
  }

  /** The one way out: the state is final before anybody is told, so that a call from inside finds it so. */
  #end(card: Card, ended: Approval): void {
    card.cancelTimer();
    card.approval = ended;
    this.#pending.delete(ended.id);
    const { status } = ended;
    if (status.state === 'pending') return;
    const verdict = status.state === 'settled' ? status.verdict : status.state;
    const by = status.state === 'withdrawn' ? 'client' : status.by.type;
    this.#record(card, status.state === 'expired' ? 'notice' : 'info', {
      type: 'approval-settled',
      id: ended.id,
      verdict,
      by,
      status,
      call: entryCall(card),
      format: ended.format,
    });
    if (status.state === 'withdrawn') return;
    card.onVerdict(
      card.key,
      status.state === 'expired'
        ? { type: 'expired' }
        : { type: 'verdict', verdict: status.verdict, reading: status.reading ?? 0, arguments: status.arguments, reason: status.reason },
    );
  }

  #record({ owner }: Card, level: NewEntry['level'], body: DeskEntry): void {
    const { session, thread, turn } = owner;
    this.#setup.journal.append({ session, thread, turn, level, ...body });
  }
}

type DeskEntry = Extract<EntryBody, { type: 'tool-call-held' | 'approval-settled' | 'limit-reached' }>;

function approvalOf(draft: ApprovalDraft, owner: HoldOwner, more: Pick<Approval, 'id' | 'replyId' | 'createdAt' | 'deadline'>): Approval {
  const { key: _key, ...shown } = draft;
  const { session, turn, agent, model } = owner;
  return { ...shown, ...more, session, turn, agent, model, status: { state: 'pending' } };
}

function entryCall({ key, approval }: Card): EntryCall {
  const { status, call } = approval;
  const edited = status.state === 'settled' ? status.arguments : undefined;
  return { key, id: call.id, name: call.name, arguments: edited ?? call.arguments };
}
