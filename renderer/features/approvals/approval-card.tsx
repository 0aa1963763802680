import { ChevronDown, ChevronUp, Eye, Globe, Pencil, SquareArrowOutUpRight } from 'lucide-react';
import { useState } from 'react';
import type { Approval } from '../../../shared/approval.ts';
import { Button } from '../../components/button.tsx';
import { CheckList, passedOf } from '../../components/check-list.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { SchemaTable } from '../../components/schema-table.tsx';
import { SessionMark } from '../../components/session-mark.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { useConsoleState } from '../../store/console-store.ts';
import { describeVerdict } from './approval-queue.tsx';
import { beforeFixes, CallEvidence } from './call-evidence.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { OverrideBar } from './override-bar.tsx';
import { OverrideEditor } from './override-editor.tsx';
import { RejectBar } from './reject-bar.tsx';
import { parseArguments, useOverride } from './use-override.ts';
import { FormatCost } from './format-cost.tsx';
import type { HoldingCost } from './use-holding-cost.ts';
import { useSettle } from './use-settle.ts';
import { heldFor } from './what-follows.ts';

const sideEffects = {
  reads: { icon: Eye, word: 'Side effect: only reads' },
  writes: { icon: Globe, word: 'Side effect: writes' },
  unknown: { icon: Globe, word: 'Side effect: unknown' },
} as const;

/** Read from the top left in the order of deciding; the right column is the evidence, the foot the verdicts. */
export function ApprovalCard({
  approval,
  equal,
  cost,
  place,
  onMove,
  onOpenTurn,
}: {
  readonly approval: Approval;
  /** Other waiting cards that show the same: decided with this one unless the operator says otherwise. */
  readonly equal: readonly Approval[];
  readonly cost: HoldingCost;
  readonly place: string | undefined;
  readonly onMove: (step: number) => void;
  readonly onOpenTurn: () => void;
}) {
  const [mode, setMode] = useState<'card' | 'override' | 'reject'>('card');
  const [reading, setReading] = useState<number | undefined>(undefined);
  const turnNumber = useConsoleState((state) => state.view.turns.get(approval.turn)?.number);
  const upstream = useConsoleState((state) => state.view.turns.get(approval.turn)?.upstream);
  const pending = approval.status.state === 'pending';
  const read = reading === undefined ? undefined : approval.readings?.[reading];
  const shown = read === undefined ? approval.call : { ...approval.call, ...read };
  const [onlyThis, setOnlyThis] = useState(false);
  const settle = useSettle(approval, onlyThis ? [] : equal);
  const override = useOverride(shown.arguments, approval.tool.schema, settle.issues);
  const editing = mode === 'override' && pending;
  const rejecting = mode === 'reject' && pending;
  useKeys({ open: onOpenTurn });
  const effect = sideEffects[approval.sideEffect];
  const value = editing ? override.value : parseArguments(beforeFixes(approval) ?? shown.arguments);
  const tool = (
    <div className="sec">
      <h3>Tool, as offered in this request</h3>
      {approval.tool.description === '' ? null : <ToolText text={inertLine(approval.tool.description, 1_200)} />}
      <SchemaTable schema={approval.tool.schema} value={value} editing={editing} />
    </div>
  );
  return (
    <article className="pane grow" aria-label={`Approval card, ${inertLine(approval.call.name, 60)}${editing ? ', override' : ''}`}>
      <div className="card-head">
        <h2 dir="ltr">{inertLine(approval.call.name, 80)}</h2>
        {pending ? (
          <StateChip state="held" label={`Held for ${heldFor(approval)}`} />
        ) : (
          <StateChip state={endState(approval)} label={capital(describeVerdict(approval).word)} />
        )}
        {pending && equal.length > 0 ? <span className="tag one">{equal.length + 1} equal calls</span> : null}
        {editing ? (
          <span className="tag one">
            <Icon of={Pencil} size="c" />
            Editing
          </span>
        ) : null}
        <span className="spring" />
        {place === undefined ? null : <span className="sm muted nw">{place}</span>}
        <Button look="ghost" icon={ChevronUp} aria-label="Previous (k)" onClick={() => onMove(-1)} />
        <Button look="ghost" icon={ChevronDown} aria-label="Next (j)" onClick={() => onMove(1)} />
        <Button look="ghost" icon={SquareArrowOutUpRight} keys="O" onClick={onOpenTurn}>
          Open turn
        </Button>
        <CopyButton text={() => JSON.stringify(approval, null, 2)} label="Copy the card as JSON" />
      </div>
      <div className="meta">
        <SessionMark session={approval.session} />
        <span>{inertLine(approval.agent, 40)}</span>
        <span className="gives" title={inertLine(approval.model, 300)}>
          {inertLine(approval.model, 120)}
          {upstream === undefined || upstream === '' ? '' : ` on ${inertLine(upstream, 40)}`}
        </span>
        {turnNumber === undefined ? null : <span>turn {turnNumber}</span>}
        <span className="flex one effect">
          <Icon of={effect.icon} size="s" />
          {effect.word}
        </span>
        <span>
          {approval.reason === 'review' ? 'rule' : 'format'} <code>{inertLine(approval.format, 40)}</code>
        </span>
      </div>
      <div className="card-body">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
        <div tabIndex={0} role="region" aria-label="What will run and where it came from">
          {editing ? (
            <OverrideEditor
              override={override}
              onSend={() => settle.send({ verdict: 'override', arguments: override.value, ...(reading === undefined ? {} : { reading }) })}
              onLeave={() => setMode('card')}
            />
          ) : null}
          <CallEvidence
            approval={approval}
            shown={shown}
            reading={reading}
            onReading={pending ? setReading : undefined}
            editing={editing}
          />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
        <div tabIndex={0} role="region" aria-label="Checks and tool">
          {editing ? tool : null}
          <div className="sec">
            <h3>
              {editing ? 'Checks of what the model sent' : 'Checks'}
              <span className="end">{passedOf(approval.checks)}</span>
            </h3>
            <CheckList checks={approval.checks} />
          </div>
          {editing ? null : tool}
          {editing ? null : <FormatCost cost={cost} format={approval.format} />}
        </div>
      </div>
      {!pending ? (
        <EndedBar approval={approval} />
      ) : editing ? (
        <OverrideBar approval={approval} override={override} settle={settle} reading={reading} onLeave={() => setMode('card')} />
      ) : rejecting ? (
        <RejectBar approval={approval} settle={settle} onLeave={() => setMode('card')} />
      ) : (
        <DecisionBar
          approval={approval}
          settle={settle}
          equal={equal.length}
          onlyThis={onlyThis}
          onOnlyThis={setOnlyThis}
          reading={reading}
          onReading={setReading}
          onOverride={() => setMode('override')}
          onReject={() => setMode('reject')}
        />
      )}
    </article>
  );
}

/** A description with what stands in backticks as code, as it is meant; else as it is written. */
function ToolText({ text }: { readonly text: string }) {
  const parts = text.split('`');
  // An odd backtick is one of its own.
  const marked = parts.length % 2 === 1 ? parts : [text];
  return (
    <p className="sm two tool-text">
      {marked.map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
        at % 2 === 1 ? <code key={at}>{part}</code> : <span key={at}>{part}</span>,
      )}
    </p>
  );
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function endState({ status }: Approval): 'delivered' | 'rejected' | 'text' | 'expired' | 'withdrawn' {
  if (status.state === 'expired' || status.state === 'withdrawn') return status.state;
  if (status.state === 'settled' && status.verdict === 'reject') return 'rejected';
  return status.state === 'settled' && status.verdict === 'text' ? 'text' : 'delivered';
}

/** A card that is over says so and offers nothing to press. */
function EndedBar({ approval }: { readonly approval: Approval }) {
  const verdict = describeVerdict(approval);
  const reason = approval.status.state === 'settled' ? approval.status.reason : undefined;
  return (
    <div className="actions ended" role="status">
      <Icon of={verdict.icon} />
      <span>
        This card {approval.status.state === 'expired' ? '' : 'was '}
        {verdict.word}
        <span className="muted"> {verdict.who}</span>
      </span>
      {reason === undefined ? null : <span className="two ell">“{inertLine(reason, 200)}”</span>}
      <span className="spring" />
      <span className="sm muted">
        <kbd>j</kbd> next card
      </span>
    </div>
  );
}
