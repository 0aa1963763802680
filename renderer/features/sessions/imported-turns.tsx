import type { ReplayRow, TurnRow } from '../../../shared/ipc/contract.ts';
import { clockTime } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { outcomeWords } from '../../components/outcome-words.ts';
import { press } from '../../components/press.ts';

const replayWords: { readonly [S in ReplayRow['state']]: string } = {
  same: 'same today',
  differs: 'differs today',
  'not-reproducible': 'not reproducible',
  unknown: 'no verdict recorded',
};

/** The turns of a recording, one a line: what became of each, and what a replay says. */
export function ImportedTurns({
  turns,
  verdicts,
  selected,
  onSelect,
}: {
  readonly turns: readonly TurnRow[];
  readonly verdicts: ReadonlyMap<string, ReplayRow>;
  readonly selected: string | undefined;
  readonly onSelect: (turn: string) => void;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys
    <div className="timeline imported" tabIndex={0} role="region" aria-label="Turns of the recording">
      {turns.map((row) => {
        const verdict = verdicts.get(row.turn);
        return (
          <button
            key={row.turn}
            type="button"
            className={row.turn === selected ? 'tl plain sel' : 'tl plain'}
            aria-current={row.turn === selected ? 'true' : undefined}
            {...press(() => onSelect(row.turn))}
          >
            <span className="mono xs muted nw">{row.at === 0 ? '' : clockTime(row.at)}</span>
            <span className="ell">{inertLine(row.title === '' ? row.turn : row.title, 120)}</span>
            <span className="muted nw">{row.outcome === null ? '' : outcomeWords(row.outcome)}</span>
            <span className={verdict?.state === 'differs' ? 'nw fg held' : 'nw two'}>
              {verdict === undefined ? '' : replayWords[verdict.state]}
            </span>
          </button>
        );
      })}
    </div>
  );
}
