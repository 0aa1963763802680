import { SquareArrowOutUpRight } from 'lucide-react';
import { closedBy } from '../../../shared/alert-words.ts';
import type { IncidentRow } from '../../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { clockTime, count, plural, seconds } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PinButton } from '../../components/pin-button.tsx';
import { SessionMark } from '../../components/session-mark.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { useConsoleState } from '../../store/console-store.ts';
import type { Repeat } from './repeat.ts';
import { describeIncident } from './describe-incident.ts';
import { pinOfIncident } from './pin-of-incident.ts';

/** What the incident is, when it was, and whose it is. `first`: its first repetition, where the journal still has it. */
export function IncidentHead({
  incident,
  story,
  first,
  onOpen,
}: {
  readonly incident: IncidentRow;
  readonly story: readonly JournalEntry[];
  readonly first: Pick<Repeat, 'at' | 'turn'> | undefined;
  readonly onOpen: () => void;
}) {
  const { session, kind, lastAt, turn, tokens } = incident;
  const firstAt = Math.min(incident.firstAt, first?.at ?? incident.firstAt);
  const look = describeIncident(incident);
  return (
    <>
      <div className="card-head">
        <h2 className="words" title={look.title}>
          {look.title}
        </h2>
        {kind === 'loop' ? <LoopChip incident={incident} /> : null}
        <span className="spring" />
        <span className="sm muted nw">
          {lastAt - firstAt < 1000 ? clockTime(firstAt) : `${span(lastAt - firstAt)}, first ${clockTime(firstAt)}`}
        </span>
        {turn === '' ? null : (
          <Button look="ghost" icon={SquareArrowOutUpRight} keys="O" onClick={onOpen}>
            Open turn
          </Button>
        )}
        <PinButton pin={pinOfIncident(incident)} keys="B" />
        <CopyButton text={() => JSON.stringify(incident, null, 2)} label="Copy the incident as JSON" />
      </div>
      <div className="meta incident-meta">
        {session === '' ? null : <SessionMark session={session} />}
        <Model turn={turn} story={story} />
        <Turns incident={incident} firstTurn={first?.turn ?? incident.entries[0]?.turn ?? ''} />
        {kind === 'loop' ? <Fingerprint incident={incident} /> : kind === 'upstream' ? null : <span className="ell">{look.why}</span>}
        {tokens === null ? null : <span className="nw">{count(tokens.input + tokens.output)} tokens burnt</span>}
      </div>
    </>
  );
}

/** `3.2 s`, `1 min 16 s`, `2 h 5 min`. */
function span(ms: number): string {
  const whole = Math.round(ms / 1000);
  if (whole < 60) return `${seconds(ms / 1000)} s`;
  return whole < 3600
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

function LoopChip({ incident: { state, entries } }: { readonly incident: IncidentRow }) {
  const isEnded = entries.some((entry) => entry.type === 'loop-detected' && entry.action === 'end');
  if (state === 'open') return <StateChip state="stuck" label={isEnded ? 'Circuit open, turn ended' : 'Circuit open'} />;
  const closed = entries.findLast((entry) => entry.type === 'circuit-closed');
  if (closed?.type === 'circuit-closed') return <span className="tag">closed by {closedBy(closed.cause)}</span>;
  return isEnded ? <span className="tag">turn ended</span> : null;
}

/** Agent, model and endpoint, as the start of the turn names them. */
function Model({ turn, story }: { readonly turn: string; readonly story: readonly JournalEntry[] }) {
  const record = useConsoleState((state) => state.view.turns.get(turn));
  const started = story.findLast((entry) => entry.type === 'turn-started' && entry.turn === turn);
  const from = started?.type === 'turn-started' ? started : record;
  if (from === undefined) return null;
  const { agent, model, upstream } = from;
  return (
    <>
      {agent === '' ? null : <span>{inertLine(agent, 40)}</span>}
      {model === '' && upstream === '' ? null : (
        <span className="gives" title={inertLine(`${model} on ${upstream}`, 300)}>
          {inertLine(model === '' ? 'no model named' : model, 120)}
          {upstream === '' ? '' : ` on ${inertLine(upstream, 40)}`}
        </span>
      )}
    </>
  );
}

/** The turns as their session counts them; where this console has not seen them, how many there are. */
function Turns({ incident, firstTurn }: { readonly incident: IncidentRow; readonly firstTurn: string }) {
  const last = useConsoleState((state) => state.view.turns.get(incident.turn)?.number);
  const first = useConsoleState((state) => state.view.turns.get(firstTurn)?.number) ?? last;
  if (first !== undefined && last !== undefined)
    return <span className="nw">{first < last ? `turns ${first} to ${last}` : `turn ${last}`}</span>;
  return incident.turns > 0 ? <span className="nw">{plural(incident.turns, 'turn')}</span> : null;
}

/** What repeats is said beside the evidence. */
function Fingerprint({ incident: { entries } }: { readonly incident: IncidentRow }) {
  // The circuit that opened first names the mistake; one that the loop opened beside it comes later.
  const opened = entries.find((entry) => entry.type === 'circuit-opened');
  const fingerprint = opened?.type === 'circuit-opened' ? opened.fingerprint : '';
  return fingerprint === '' || fingerprint === 'isolated' ? null : (
    <span className="nw">
      fingerprint <code title={inertLine(fingerprint, 200)}>{inertLine(fingerprint, 40)}</code>
    </span>
  );
}
