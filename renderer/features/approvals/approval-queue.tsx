import { Check, Clock, type LucideIcon, MessageSquareText, Pencil, Unplug, X } from 'lucide-react';
import type { Approval } from '../../../shared/approval.ts';
import { ContextMenu, type MenuItem } from '../../components/context-menu.tsx';
import { CallArguments } from '../../components/call-arguments.tsx';
import { countdown, shortTime } from '../../components/format-units.ts';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { QueueItem } from '../../components/queue-item.tsx';
import { SessionMark } from '../../components/session-mark.tsx';
import { useNow } from '../../components/use-now.ts';
import type { EqualCards } from '../../store/join-equal.ts';
import { settledAt } from '../../store/selectors.ts';

/** A countdown turns red below this. */
export const lateMs = 45_000;

export function ApprovalQueue({
  waiting,
  decided,
  selected,
  onSelect,
  menuOf,
}: {
  readonly waiting: readonly EqualCards[];
  readonly decided: readonly Approval[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly menuOf: (id: string) => readonly MenuItem[];
}) {
  return (
    <section className="pane queue" aria-label="Queue">
      <ContextMenu itemsOf={menuOf} selected={selected}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
        <div className="scroll" tabIndex={0} role="region" aria-label="Approvals">
          <div className="group">
            <span>Waiting</span>
            <span>soonest first</span>
          </div>
          {waiting.length === 0 ? <p className="pad sm muted">None. New ones appear here by themselves.</p> : null}
          {waiting.map((cards) => (
            <WaitingItem
              key={cards[0].id}
              approval={cards[0]}
              times={cards.length}
              selected={cards.some(({ id }) => id === selected)}
              onSelect={onSelect}
            />
          ))}
          {decided.length === 0 ? null : (
            <div className="group">
              <span>Decided</span>
              <span>{decided.length}</span>
            </div>
          )}
          {decided.map((approval) => (
            <DecidedItem key={approval.id} approval={approval} selected={approval.id === selected} onSelect={onSelect} />
          ))}
        </div>
      </ContextMenu>
    </section>
  );
}

interface ItemProps {
  readonly approval: Approval;
  readonly selected: boolean;
  readonly onSelect: (id: string) => void;
}

function WaitingItem({ approval, times, selected, onSelect }: ItemProps & { readonly times: number }) {
  const left = approval.deadline - useNow();
  const why =
    approval.reason === 'common'
      ? `common: ${approval.format}`
      : approval.reason === 'ambiguous'
        ? `ambiguous: ${approval.readings?.length ?? 2} readings`
        : approval.reason === 'review'
          ? `review: ${approval.format}`
          : approval.reason;
  return (
    <QueueItem
      menu={approval.id}
      selected={selected}
      onSelect={() => onSelect(approval.id)}
      tone={left < lateMs ? 'late' : 'due'}
      aside={countdown(left)}
      first={
        <>
          <b>{inertLine(approval.call.name, 60)}</b>
          {times > 1 ? (
            <span className="times" title={`${times} equal calls, decided together`}>
              ×{times}
            </span>
          ) : null}
          <span className="two">
            <CallArguments text={approval.call.arguments} />
          </span>
        </>
      }
      second={
        <>
          <SessionMark session={approval.session} />
          <span>{inertLine(why, 60)}</span>
        </>
      }
    />
  );
}

interface Verdict {
  readonly icon: LucideIcon;
  readonly word: string;
  readonly who: string;
}

const verdicts = {
  approve: { icon: Check, word: 'approved' },
  override: { icon: Pencil, word: 'overridden' },
  reject: { icon: X, word: 'rejected' },
  text: { icon: MessageSquareText, word: 'passed as text' },
} as const;

const approvers = {
  operator: 'by you',
  rule: 'by rule',
  deadline: 'unanswered',
  'no-console': 'no console',
  shutdown: 'at exit',
} as const;

/** How a card ended and by whom, in words. */
export function describeVerdict({ status, createdAt }: Approval): Verdict {
  switch (status.state) {
    case 'settled': {
      const took = status.by.type === 'operator' ? `, ${countdown(status.at - createdAt)}` : '';
      return { ...verdicts[status.verdict], who: `${approvers[status.by.type]}${took}` };
    }
    case 'expired':
      return { icon: Clock, word: 'expired', who: approvers[status.by.type] };
    case 'withdrawn':
      return { icon: Unplug, word: 'withdrawn', who: 'the agent left' };
    case 'pending':
      return { icon: Clock, word: 'waiting', who: '' };
  }
}

function DecidedItem({ approval, selected, onSelect }: ItemProps) {
  const now = useNow();
  const verdict = describeVerdict(approval);
  return (
    <QueueItem
      menu={approval.id}
      selected={selected}
      onSelect={() => onSelect(approval.id)}
      aside={shortTime(settledAt(approval), now)}
      first={
        <>
          <b className="two">{inertLine(approval.call.name, 60)}</b>
          <span className="muted">
            <CallArguments text={approval.call.arguments} />
          </span>
        </>
      }
      second={
        <>
          <SessionMark session={approval.session} />
          <span className="flex two tight">
            <Icon of={verdict.icon} size="c" />
            {verdict.word}
          </span>
          <span>{verdict.who}</span>
        </>
      }
    />
  );
}
