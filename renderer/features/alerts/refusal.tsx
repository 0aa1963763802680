import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { CheckList } from '../../components/check-list.tsx';
import { bytes, utf8Length } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PayloadWell } from '../../components/payload.tsx';
import { refusalWords } from './incident-words.ts';
import { turnFate } from './turn-fate.ts';
import { TurnFateList } from './turn-fate-list.tsx';

/** A call that was refused: what the model wrote, why it is no call, what was done, and what comes next. */
export function Refusal({
  entry,
  story,
}: {
  readonly entry: JournalEntry & { readonly type: 'tool-call-refused' };
  readonly story: readonly JournalEntry[];
}) {
  const [why, next] = refusalWords(entry.reason);
  const checked = entry.checks.filter(({ state }) => state !== 'skipped').length;
  const asked = story.findLast((each) => each.type === 'reask-sent' && each.turn === entry.turn);
  const told = asked?.type === 'reask-sent' ? asked.guidance : '';
  return (
    <>
      <div className="sec wide">
        <h3>
          Why it was refused
          <span className="end mono">
            {inertLine(entry.reason, 40)}
            {entry.format === '' ? '' : `, ${inertLine(entry.format, 60)}`}
          </span>
        </h3>
        <p className="sm one">{why} It was not run.</p>
        <TurnFateList fates={turnFate(entry.turn, story)} />
        <p className="sm two next-step">
          <b>Next</b> {next}
        </p>
      </div>
      <div className="sec wide">
        <h3>
          What the model wrote
          <span className="end">{bytes(utf8Length(entry.excerpt))}</span>
        </h3>
        <PayloadWell label="What the model wrote" text={entry.excerpt} />
      </div>
      {told === '' ? null : (
        <div className="sec wide">
          <h3>
            What the model was told
            <span className="end">{bytes(utf8Length(told))}</span>
          </h3>
          <PayloadWell label="What the model was told" text={told} />
        </div>
      )}
      {entry.checks.length === 0 ? null : (
        <div className="sec wide">
          <h3>
            Checks
            <span className="end">{checked} looked at, in order</span>
          </h3>
          <CheckList checks={entry.checks} />
        </div>
      )}
    </>
  );
}
