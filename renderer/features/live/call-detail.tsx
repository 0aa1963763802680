import { SquareArrowOutUpRight, X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { memo } from 'react';
import { Button } from '../../components/button.tsx';
import { CheckList, passedOf } from '../../components/check-list.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { PinButton } from '../../components/pin-button.tsx';
import { SessionMark } from '../../components/session-mark.tsx';
import { StateChip, stateLook } from '../../components/state-chip.tsx';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import type { CallRecord } from '../../store/journal-view.ts';
import { pinOfCall } from '../../store/pins.ts';
import { BeforeAfterTab } from './before-after-tab.tsx';
import { CallTab } from './call-tab.tsx';
import { FramesTab } from './frames-tab.tsx';
import { GuidanceTab } from './guidance-tab.tsx';

/** The call that is looked at: its arguments and life cycle, what was changed, why, and the bytes. */
export const CallDetail = memo(function CallDetail({
  call,
  width,
  onClose,
  onOpenTurn,
}: {
  readonly call: CallRecord;
  readonly width: number;
  readonly onClose: () => void;
  readonly onOpenTurn: (call: CallRecord) => void;
}) {
  const store = useConsole();
  const tab = useConsoleState((state) => state.preferences.detailTab);
  const turn = useConsoleState((state) => state.view.turns.get(call.turn));
  const hasChange = call.before !== undefined;
  const hasChecks = call.checks !== undefined && call.checks.length > 0;
  const hasGuidance = call.guidance !== undefined;
  const tabs = ['call', ...(hasChange ? ['change'] : []), ...(hasChecks ? ['checks'] : []), 'frames', ...(hasGuidance ? ['guidance'] : [])];
  const position = turn === undefined ? -1 : turn.calls.indexOf(call.id);
  return (
    <aside className="pane detail" style={{ width }} aria-label="Call">
      <div className="sec pane-head">
        <div className="flex">
          <h2 className="tool-title" dir="ltr">
            {inertLine(call.name, 60)}
          </h2>
          <StateChip state={call.state} label={call.state === 'held' ? `Held for ${call.acted}` : stateLook[call.state].word} />
          <span className="spring" />
          <PinButton pin={pinOfCall(call)} keys="B" />
          <CopyButton text={() => JSON.stringify(call, null, 2)} label="Copy as JSON" />
          <Button look="ghost" small icon={SquareArrowOutUpRight} aria-label="Open turn (O)" onClick={() => onOpenTurn(call)} />
          <Button look="ghost" small icon={X} aria-label="Close (Esc)" onClick={onClose} />
        </div>
        <div className="flex sm two facts">
          <SessionMark session={call.session} />
          {call.agent === '' ? null : <span className="nw">{inertLine(call.agent, 24)}</span>}
          <span className="ell gives" title={inertLine(call.model, 300)}>
            {inertLine(call.model, 120)}
          </span>
          <span className="muted nw">
            {turn?.number === undefined ? 'turn' : `turn ${turn.number}`}
            {position === -1 ? '' : `, call ${position + 1} of ${turn?.calls.length}`}
          </span>
        </div>
      </div>
      <Tabs.Root className="tabset" value={tabs.includes(tab) ? tab : 'call'} onValueChange={(next) => store.prefer({ detailTab: next })}>
        <Tabs.List className="tabs" aria-label="About this call">
          <Tabs.Trigger className="tab" value="call">
            Call
          </Tabs.Trigger>
          {hasChange ? (
            <Tabs.Trigger className="tab" value="change">
              Before/after
            </Tabs.Trigger>
          ) : null}
          {hasChecks ? (
            <Tabs.Trigger className="tab" value="checks">
              Checks{' '}
              <span className="n">
                {call.checks?.filter((check) => check.state === 'passed').length}/{call.checks?.length}
              </span>
            </Tabs.Trigger>
          ) : null}
          <Tabs.Trigger className="tab" value="frames">
            Frames
          </Tabs.Trigger>
          {hasGuidance ? (
            <Tabs.Trigger className="tab" value="guidance">
              Guidance <span className="n">{call.guidance?.occurrence}</span>
            </Tabs.Trigger>
          ) : null}
        </Tabs.List>
        <Tabs.Content className="panel" value="call">
          <CallTab call={call} turn={turn} />
        </Tabs.Content>
        <Tabs.Content className="panel" value="change">
          <BeforeAfterTab call={call} />
        </Tabs.Content>
        <Tabs.Content className="panel" value="checks">
          <div className="sec">
            <h3>
              Admission
              <span className="end">{passedOf(call.checks ?? [])}</span>
            </h3>
            <CheckList checks={call.checks ?? []} />
          </div>
        </Tabs.Content>
        <Tabs.Content className="panel column" value="frames">
          <FramesTab turn={call.turn} />
        </Tabs.Content>
        <Tabs.Content className="panel" value="guidance">
          <GuidanceTab call={call} />
        </Tabs.Content>
      </Tabs.Root>
    </aside>
  );
});
