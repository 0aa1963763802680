import { useMemo } from 'react';
import type { IncidentRow } from '../../../shared/ipc/contract.ts';
import { Evidence, TurnCalls } from './alert-detail.tsx';
import { CancelledCalls } from './cancelled-calls.tsx';
import { IncidentActions } from './incident-actions.tsx';
import { IncidentHead } from './incident-head.tsx';
import { IncidentSteps } from './incident-steps.tsx';
import { type IncidentStory, useIncidentStory } from './incident-story.ts';
import { LoopEvidence } from './loop-evidence.tsx';
import { repeatsOf } from './loop-repeats.ts';
import { Refusal } from './refusal.tsx';
import { UpstreamFacts } from './upstream-facts.tsx';

/** Entries of one incident that are shown with all they hold; the list of steps names the others. */
const mostShown = 20;

/** One incident: what it is, its evidence, what was done, and what the operator can do. */
export function IncidentDetail({
  incident,
  onOpen,
  onExport,
}: {
  readonly incident: IncidentRow;
  readonly onOpen: (turn: string) => void;
  readonly onExport: () => void;
}) {
  const story = useIncidentStory(incident);
  const repeats = useMemo(() => (incident.kind === 'loop' ? repeatsOf(incident, story.entries) : []), [incident, story.entries]);
  return (
    <article className="pane grow" aria-label="Incident">
      <IncidentHead
        incident={incident}
        story={story.entries}
        first={repeats.find(({ turn }) => turn !== '')}
        onOpen={() => onOpen(incident.turn)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
      <div className="scroll" tabIndex={0} role="region" aria-label="Evidence">
        {incident.kind === 'loop' ? (
          <>
            <LoopEvidence incident={incident} repeats={repeats} story={story} onOpen={onOpen} />
            <IncidentSteps entries={incident.entries} />
          </>
        ) : (
          <>
            <Facts incident={incident} story={story} />
            <TurnCalls turn={incident.turn} />
          </>
        )}
      </div>
      <IncidentActions incident={incident} onExport={onExport} />
    </article>
  );
}

/** What is known of an incident that is no loop. */
function Facts({ incident: { entries, turn }, story }: { readonly incident: IncidentRow; readonly story: IncidentStory }) {
  const lost = entries.some((entry) => entry.type === 'tool-call-cancelled');
  const rest = entries.filter((entry) => entry.type !== 'tool-call-cancelled' && entry.type !== 'upstream-failed');
  return (
    <>
      <CancelledCalls entries={entries} turn={turn} story={story.entries} />
      <UpstreamFacts entries={entries} turn={turn} story={story.entries} fate={!lost} />
      {rest
        .slice(0, mostShown)
        .map((entry) =>
          entry.type === 'tool-call-refused' ? (
            <Refusal key={entry.seq} entry={entry} story={story.entries} />
          ) : (
            <Evidence key={entry.seq} entry={entry} />
          ),
        )}
      {rest.length > mostShown ? <IncidentSteps entries={rest.slice(mostShown)} /> : null}
    </>
  );
}
