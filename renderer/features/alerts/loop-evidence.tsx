import { ChevronRight, ChevronsUp, CircleStop, type LucideIcon, MessageSquareText, Repeat as RepeatIcon } from 'lucide-react';
import { useMemo } from 'react';
import type { IncidentRow } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { clockTime, plural } from '../../components/format-units.ts';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { type AskedFor, askedFor, lookedFor } from './asked-parts.ts';
import { ClosestContent } from './closest-content.tsx';
import type { IncidentStory } from './incident-story.ts';
import type { Deed, Repeat } from './repeat.ts';
import { MiddlePath } from './middle-path.tsx';
import { closestToldOf } from './told-content.ts';
import { guidanceOf, ToldToModel } from './told-to-model.tsx';

/** The repetitions of a loop with what Signalbox did about each, and what the model was told. */
export function LoopEvidence({
  incident,
  repeats,
  story,
  onOpen,
}: {
  readonly incident: IncidentRow;
  readonly repeats: readonly Repeat[];
  readonly story: IncidentStory;
  readonly onOpen: (turn: string) => void;
}) {
  const told = useMemo(() => guidanceOf(repeats, incident.entries, story.entries), [repeats, incident.entries, story.entries]);
  if (!story.ready) return null;
  const last = told.at(-1);
  return (
    <>
      {repeats.length === 0 ? null : (
        <div className="sec wide">
          <Repetitions repeats={repeats} onOpen={onOpen} pattern={patternOf(incident)} />
          <Beliefs repeats={repeats} told={told} />
        </div>
      )}
      {last === undefined ? null : <ToldToModel sent={last} />}
    </>
  );
}

/** Shown where an error told what stands in the file: the newest that did. */
function Beliefs({ repeats, told }: { readonly repeats: readonly Repeat[]; readonly told: ReturnType<typeof guidanceOf> }) {
  const sent = told.findLast(({ repetition, text }) => repetition > 0 && closestToldOf(text) !== undefined);
  const believed = sent === undefined ? undefined : lookedFor(repeats[sent.repetition - 1]?.arguments ?? '');
  const found = sent === undefined ? undefined : closestToldOf(sent.text);
  if (sent === undefined || believed === undefined || found === undefined) return null;
  return <ClosestContent believed={believed} found={found} repetition={sent.repetition} />;
}

function patternOf({ entries }: IncidentRow): string {
  const opened = entries.find((entry) => entry.type === 'circuit-opened');
  return opened?.type === 'circuit-opened' && opened.fingerprint !== 'isolated' ? inertLine(opened.pattern, 60) : '';
}

function Repetitions({
  repeats,
  pattern,
  onOpen,
}: {
  readonly repeats: readonly Repeat[];
  readonly pattern: string;
  readonly onOpen: (turn: string) => void;
}) {
  const asked = useMemo(() => askedFor(repeats.map((each) => each.arguments)), [repeats]);
  const tools = new Set(repeats.map(({ tool }) => tool));
  return (
    <>
      <h3>
        Evidence
        <span className="aside">{sameness(repeats, asked)}</span>
        <span className="end">
          <code>{pattern}</code>
        </span>
      </h3>
      {asked.target === '' ? null : (
        <p className="sm two target">
          <code className="one">{tools.size === 1 ? inertLine([...tools][0] ?? '', 60) : 'all'}</code>
          <MiddlePath path={asked.target} />
        </p>
      )}
      <div className="well flush evidence">
        <table className="repeats">
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Time</th>
              <th scope="col">Call</th>
              <th scope="col">Result</th>
              <th scope="col">What Signalbox did</th>
              <th scope="col">
                <span className="sr">Turn</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {repeats.map((each, at) => (
              <tr key={each.id}>
                <td className="muted num">{at + 1}</td>
                <td className="muted time">{each.at === undefined ? '' : clockTime(each.at)}</td>
                <td>
                  <code className="asked clamp">
                    {asked.target !== '' && tools.size === 1 ? null : <b>{inertLine(each.tool, 60)} </b>}
                    {(asked.rows[at] ?? []).map((part) => (
                      <span key={part.key}>
                        {inertLine(part.before, 160)}
                        {part.differs === '' ? null : <span className="differs">{inertLine(part.differs, 160)}</span>}
                        {inertLine(part.after, 160)}{' '}
                      </span>
                    ))}
                  </code>
                </td>
                <td>
                  <code className="two clamp">{each.result === '' ? 'not run' : inertLine(each.result, 300)}</code>
                </td>
                <td>
                  <Deeds deeds={each.deeds} />
                </td>
                <td className="num">
                  {each.turn === '' ? null : (
                    <Button
                      look="ghost"
                      small
                      icon={ChevronRight}
                      aria-label={`Open the turn of repetition ${at + 1}`}
                      onClick={() => onOpen(each.turn)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** What is the same in all, in words. */
function sameness(repeats: readonly Repeat[], asked: AskedFor): string {
  const [first] = repeats;
  if (first === undefined || repeats.length < 2) return '';
  const sameCall = repeats.every((each) => each.arguments === first.arguments && each.tool === first.tool);
  const run = repeats.filter(({ result }) => result !== '');
  const sameResult = run.every(({ result }) => result === run[0]?.result);
  const call = sameCall ? 'same call' : asked.target === '' ? 'other calls' : 'same target, other arguments';
  return `${call}, ${sameResult ? 'same result' : 'other results'}, ${plural(repeats.length, 'time')}`;
}

const looks: { readonly [D in Deed]: LucideIcon } = {
  guided: MessageSquareText,
  strengthened: ChevronsUp,
  'circuit opened': RepeatIcon,
  'loop circuit opened': RepeatIcon,
  'answered locally': RepeatIcon,
  'turn ended': CircleStop,
};

/** The strongest step; the others are in its title. */
function Deeds({ deeds }: { readonly deeds: readonly Deed[] }) {
  const deed = deeds.at(-1);
  if (deed === undefined) return <span className="muted">let through</span>;
  const isTold = deed === 'guided' || deed === 'strengthened';
  return (
    <span className={`deed ${isTold ? 'two' : 'fg stuck'}`} title={deeds.join(', ')}>
      <Icon of={looks[deed]} size="s" />
      {deed}
    </span>
  );
}
