import { useState } from 'react';
import type { ReplayRow, TurnDetail } from '../../../shared/ipc/contract.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { plural } from '../../components/format-units.ts';
import { FrameList } from '../../components/frame-list.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { Note } from '../../components/note.tsx';
import { Payload } from '../../components/payload.tsx';
import { differenceWords, verdictWords } from '../../components/replay-words.ts';
import { Segmented } from '../../components/segmented.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { Conversation } from './conversation.tsx';

const sides = [
  { value: 'frames', label: 'Raw frames' },
  { value: 'entries', label: 'Entries' },
] as const;

/** One turn of a recording: the conversation beside its frames or its journal entries, and the old verdict beside the new one. */
export function ImportedTurn({
  recording,
  turn,
  verdict,
}: {
  readonly recording: string;
  readonly turn: string;
  readonly verdict: ReplayRow | undefined;
}) {
  const { answer } = useAnswer('import/turn', { recording, turn });
  const [side, setSide] = useState<(typeof sides)[number]['value']>('frames');
  if (answer.state === 'problem')
    return (
      <div className="banner">
        <Note tone="problem">{answer.error.message}</Note>
      </div>
    );
  const detail = answer.state === 'ready' ? answer.value.turn : null;
  if (detail === null) return null;
  return (
    <>
      <div className="bar turn-bar">
        <h2>Turn</h2>
        <span className="sm muted ell">
          {[
            detail.turn.model,
            detail.turn.dialect,
            plural(detail.frames.length, 'frame'),
            plural(detail.entries.length, 'entry', 'entries'),
          ]
            .filter((fact) => fact !== '')
            .map((fact) => inertLine(fact, 60))
            .join(', ')}
        </span>
        <span className="spring" />
        <Segmented label="Beside the conversation" value={side} options={sides} onChange={setSide} />
        <CopyButton words="JSON" label="Copy as JSON" text={() => JSON.stringify(detail, null, 2)} />
      </div>
      {verdict === undefined ? null : <ThenAndNow row={verdict} />}
      <div className="cols halves">
        <div className="pane">
          <div className="group clear">
            <span>Conversation, assembled</span>
            <span>as it was recorded</span>
          </div>
          {/* Without its name: what became of its calls is told by the file, not by the journal. */}
          <Conversation detail={{ ...detail, turn: { ...detail.turn, turn: '' } }} />
        </div>
        <div className="pane">
          <div className="group clear">
            <span>{side === 'frames' ? 'Raw frames' : 'Journal entries'}</span>
            <span>{side === 'frames' ? 'upstream in, agent out' : 'as the file tells them'}</span>
          </div>
          {side === 'frames' ? <FrameList frames={detail.frames} start={detail.turn.at} isOpen={false} /> : <Entries detail={detail} />}
        </div>
      </div>
    </>
  );
}

/** The recorded verdict, today's, and the rule or setting that makes the difference. */
function ThenAndNow({ row }: { readonly row: ReplayRow }) {
  return (
    <table className="replay beside" aria-label="Then and now">
      <thead>
        <tr>
          <th>Then</th>
          <th>Now</th>
          <th>Because</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{row.before === null ? 'no verdict was recorded' : verdictWords(row.before)}</td>
          <td>{row.state === 'not-reproducible' ? 'not reproducible: a blanked secret was part of it' : verdictWords(row.after)}</td>
          <td className="sm two">{row.state === 'same' ? 'nothing changed' : row.state === 'unknown' ? '' : differenceWords(row)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** Entries of a file from outside: shown as they stand, since of their bodies nothing was checked. */
function Entries({ detail }: { readonly detail: TurnDetail }) {
  if (detail.entries.length === 0) return <p className="pad sm muted">The file holds no journal entries of this turn.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys
    <div className="scroll" tabIndex={0} role="region" aria-label="Journal entries">
      {detail.entries.slice(0, 500).map((entry) => {
        const { seq, at: _at, session: _session, thread: _thread, turn: _turn, type, level, ...body } = entry;
        return (
          <div key={seq} className="msg">
            <span className="who">{level}</span>
            <div>
              <code className="strong">{inertLine(String(type), 40)}</code> <span className="xs muted num">{seq}</span>
              <div className="mono two clamp">
                <Payload syntax="json" text={JSON.stringify(body, null, 1)} />
              </div>
            </div>
          </div>
        );
      })}
    </div>
  );
}
