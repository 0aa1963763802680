import { Download, SquareArrowOutUpRight } from 'lucide-react';
import type { IncidentRow } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { clockTime, count, plural, seconds } from '../../components/format-units.ts';
import { PinButton } from '../../components/pin-button.tsx';
import { SessionMark } from '../../components/session-mark.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { useConsole } from '../../store/console-store.ts';
import { Evidence, TurnCalls } from './alert-detail.tsx';
import { describeIncident, loopKindOf, loopStateOf } from './describe-incident.ts';
import { IncidentSteps } from './incident-steps.tsx';
import { LoopActions, Steer } from './loop-actions.tsx';
import { LoopEvidence, ToldToModel } from './loop-evidence.tsx';
import { handOverOf, pinOfIncident } from './pin-of-incident.ts';

/** One incident: what it is, its evidence, what was done, and what the operator can do. */
export function IncidentDetail({ incident, onOpen }: { readonly incident: IncidentRow; readonly onOpen: () => void }) {
  const { session, turn, kind, firstAt, lastAt, turns, tokens } = incident;
  const look = describeIncident(incident);
  const isLoop = kind === 'loop';
  const store = useConsole();
  return (
    <article className="pane grow" aria-label="Incident">
      <div className="card-head">
        <h2 className="words">{look.title}</h2>
        {isLoop && incident.state === 'open' ? <StateChip state="stuck" label="Circuit open" /> : null}
        <span className="spring" />
        {turn === '' ? null : (
          <Button look="ghost" icon={SquareArrowOutUpRight} keys="O" onClick={onOpen}>
            Open turn
          </Button>
        )}
        <Button look="ghost" icon={Download} keys="X" onClick={() => store.setState({ overlay: 'export', handOver: handOverOf(incident) })}>
          Export…
        </Button>
        <PinButton pin={pinOfIncident(incident)} keys="B" />
        <CopyButton text={() => JSON.stringify(incident, null, 2)} label="Copy the incident as JSON" />
      </div>
      <div className="meta">
        {session === '' ? null : <SessionMark session={session} />}
        <span>
          {clockTime(firstAt)}
          {lastAt - firstAt < 1000 ? '' : `, for ${seconds((lastAt - firstAt) / 1000)} s`}
        </span>
        {isLoop ? <span>{loopKindOf(incident.entries)}</span> : null}
        {isLoop ? <span>{loopStateOf(incident)}</span> : null}
        {turns > 1 ? <span>{plural(turns, 'turn')}</span> : null}
        {tokens === null ? null : <span>{count(tokens.input + tokens.output)} tokens burnt so far</span>}
        {isLoop ? null : <span className="ell">{look.why}</span>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
      <div className="scroll" tabIndex={0} role="region" aria-label="Evidence">
        {isLoop ? (
          <>
            <LoopEvidence incident={incident} />
            <IncidentSteps entries={incident.entries} />
            <ToldToModel entries={incident.entries} />
            <Steer key={session} session={session} />
          </>
        ) : (
          <>
            {kind === 'upstream' ? (
              <IncidentSteps entries={incident.entries} />
            ) : (
              incident.entries.slice(0, 20).map((entry) => <Evidence key={entry.seq} entry={entry} />)
            )}
            <TurnCalls turn={turn} />
          </>
        )}
      </div>
      {isLoop ? <LoopActions key={incident.id} incident={incident} /> : null}
    </article>
  );
}
