import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { count, plural } from '../../components/format-units.ts';
import type { Behind } from './entries-behind.tsx';
import { behindOf, denominatorOf, figureOf, percent, smallSample, type Tally } from './figure-words.ts';

interface Tile {
  readonly key: string;
  readonly name: string;
  readonly rate?: true;
  readonly over?: true;
  /** The denominator in a line of a tile; the whole one stands where the entries open. */
  readonly words: (tally: Tally, figures: StatsSummary['figures']) => string;
}

const ofCount = ({ of }: Tally): number => of ?? 0;

const tiles: readonly Tile[] = [
  { key: 'calls', name: 'Calls', words: (_, figures) => `in ${plural(figureOf(figures, 'turns')?.value ?? 0, 'turn')}` },
  {
    key: 'mended',
    name: 'Recovered or healed',
    words: (tally) => `of ${plural(ofCount(tally), 'call')} seen${share(tally)}`,
  },
  {
    key: 'healRate',
    name: 'Heal rate',
    rate: true,
    words: (tally) =>
      `${count(tally.value ?? 0)} of ${count(ofCount(tally))} judged${ofCount(tally) < smallSample ? ', a small sample' : ' by their result'}`,
  },
  { key: 'refused', name: 'Refused', words: (tally) => `of ${count(ofCount(tally))} seen or refused${share(tally)}` },
  { key: 'expired', name: 'Expired', words: (tally) => `of ${plural(ofCount(tally), 'approval')} settled` },
  {
    key: 'tokensSaved',
    name: 'Tokens saved',
    over: true,
    words: (tally) => `${plural(ofCount(tally), 'trip')} measured, less re-asks`,
  },
];

/** Only of enough calls: `, 6.1 %`. */
function share({ value, of }: Tally): string {
  return value === null || of === null || of < smallSample ? '' : `, ${percent(value, of)} %`;
}

/** Six figures, each with its denominator below it; a press on one opens the entries that were counted. */
export function FigureRow({ figures, onOpen }: { readonly figures: StatsSummary['figures']; readonly onOpen: (behind: Behind) => void }) {
  return (
    <dl className="kpis">
      {tiles.map(({ key, name, rate, over, words }) => {
        const tally = figureOf(figures, key);
        if (tally === undefined) return null;
        const none = tally.value === null || (rate === true && ofCount(tally) === 0);
        return (
          <div key={key} className="kpi" title={denominatorOf(tally)}>
            <dt className="k">
              <button type="button" onClick={() => onOpen(behindOf(name, tally, over === true))}>
                {name}
              </button>
            </dt>
            <dd className="v">
              {none ? '–' : rate === true ? percent(tally.value ?? 0, ofCount(tally)) : count(tally.value ?? 0).replace('-', '−')}
              {rate === true && !none ? <small>%</small> : null}
            </dd>
            <dd className="d">{words(tally, figures)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
