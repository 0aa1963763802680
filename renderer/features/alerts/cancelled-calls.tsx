import { Unplug } from 'lucide-react';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { bytes, plural, utf8Length } from '../../components/format-units.ts';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { Payload } from '../../components/payload.tsx';
import { cutState } from './cut-state.ts';
import { cancelWords } from './incident-words.ts';
import { turnFate } from './turn-fate.ts';
import { TurnFateList } from './turn-fate-list.tsx';

type Cancelled = JournalEntry & { readonly type: 'tool-call-cancelled' };

/** The calls that a turn lost: what had arrived of each, and why it did not go on. */
export function CancelledCalls({
  entries,
  turn,
  story,
}: {
  readonly entries: readonly JournalEntry[];
  readonly turn: string;
  readonly story: readonly JournalEntry[];
}) {
  const cancelled = entries.filter((entry): entry is Cancelled => entry.type === 'tool-call-cancelled');
  if (cancelled.length === 0) return null;
  const lost = new Set(cancelled.map(({ call }) => call.id));
  return (
    <div className="sec wide">
      <h3>
        Calls that did not go on
        <span className="end">{plural(cancelled.length, 'call')}, none was run</span>
      </h3>
      <div className="well flush evidence">
        <table className="cancelled-calls">
          <thead>
            <tr>
              <th scope="col">Call</th>
              <th scope="col">Tool</th>
              <th scope="col">What had arrived</th>
              <th scope="col">Size</th>
              <th scope="col">Why it did not go on</th>
            </tr>
          </thead>
          <tbody>
            {cancelled.map((entry) => (
              <CancelledRow key={entry.seq} entry={entry} />
            ))}
          </tbody>
        </table>
      </div>
      <TurnFateList fates={turnFate(turn, story, lost)} />
    </div>
  );
}

function CancelledRow({ entry: { call, cause } }: { readonly entry: Cancelled }) {
  const cut = cutState(call.arguments);
  return (
    <tr>
      <td className="ell" title={inertLine(call.id, 200)}>
        <code className="muted">{call.id === '' ? 'none yet' : inertLine(call.id, 60)}</code>
      </td>
      <td className="ell" title={inertLine(call.name, 200)}>
        <code className="one strong">{inertLine(call.name, 60)}</code>
      </td>
      <td className="arrived">
        {call.arguments === '' ? <span className="muted">nothing</span> : <Arrived text={call.arguments} isCut={cut !== 'complete JSON'} />}
      </td>
      <td className="muted">
        {bytes(utf8Length(call.arguments))}
        {call.arguments === '' ? null : <span className="under">{cut}</span>}
      </td>
      <td>
        <span className="deed fg cancelled">
          <Icon of={Unplug} size="s" />
          <span className="two">{cancelWords(cause, cut)}</span>
        </span>
      </td>
    </tr>
  );
}

/** From here on it is scrolled inside its own box, characters. */
const tall = 240;

function Arrived({ text, isCut }: { readonly text: string; readonly isCut: boolean }) {
  const shown = (
    <>
      <Payload text={text} />
      {isCut ? <span className="cut-mark" role="img" aria-label="cut here" title="Cut here" /> : null}
    </>
  );
  if (text.length <= tall) return shown;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys
    <div className="tall" tabIndex={0} role="region" aria-label="What had arrived">
      {shown}
    </div>
  );
}
