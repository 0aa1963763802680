import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import type { Behind } from './entries-behind.tsx';
import { behindOf, denominatorOf, figureOf, percent, smallSample, type Tally } from './figure-words.ts';

interface Cell {
  readonly key: string;
  readonly name: string;
  readonly over?: true;
  readonly value: (tally: Tally, figures: StatsSummary['figures']) => string;
  readonly of: (tally: Tally) => string;
}

const asCount = ({ value }: Tally): string => (value === null ? '–' : count(value));
/** A share of few is told as the count that it is. */
const asRate = ({ value, of }: Tally): string =>
  value === null || of === null || of === 0 ? '–' : of < smallSample ? count(value) : `${percent(value, of)} %`;
const ofWhich = ({ value, of }: Tally): string =>
  of !== null && of >= smallSample ? `${count(value ?? 0)} of ${count(of)}` : `of ${count(of ?? 0)}`;
const ms = (tally: Tally | undefined): string =>
  tally?.value == null ? '–' : tally.value < 10 ? tally.value.toFixed(1) : String(Math.round(tally.value));

const cells: readonly Cell[] = [
  { key: 'faults', name: 'Faults', value: asRate, of: (tally) => `${ofWhich(tally)} results` },
  { key: 'reasks', name: 'Re-asks', value: asCount, of: ({ of }) => `in ${count(of ?? 0)} turns` },
  {
    key: 'holdsPer100Turns',
    name: 'Holds per 100 turns',
    over: true,
    value: ({ value }) => (value === null ? '–' : value.toFixed(1)),
    of: ({ of }) => `in ${count(of ?? 0)} turns`,
  },
  { key: 'approvedUnchanged', name: 'False holds', value: asRate, of: (tally) => `${ofWhich(tally)} decided` },
  { key: 'circuitsOpened', name: 'Circuits opened', value: asCount, of: ({ of }) => `in ${count(of ?? 0)} turns` },
  { key: 'healFailedOtherwise', name: 'Healed, failed otherwise', value: asCount, of: ({ of }) => `of ${count(of ?? 0)} healed` },
  { key: 'healUnseen', name: 'Healed, result unseen', value: asCount, of: ({ of }) => `of ${count(of ?? 0)} healed` },
  {
    key: 'overheadMs',
    name: 'Gateway overhead p50, p95, p99',
    over: true,
    value: (tally, figures) => `${ms(tally)}, ${ms(figureOf(figures, 'overheadP95Ms'))}, ${ms(figureOf(figures, 'overheadP99Ms'))} ms`,
    of: ({ of }) => `${count(of ?? 0)} turns`,
  },
  {
    key: 'firstByteMs',
    name: 'First byte p50',
    over: true,
    value: (tally) => `${ms(tally)} ms`,
    of: ({ of }) => `${count(of ?? 0)} turns`,
  },
];

/** The rest of the figures in one slim strip, each with what it is counted of. */
export function FigureFoot({ figures, onOpen }: { readonly figures: StatsSummary['figures']; readonly onOpen: (behind: Behind) => void }) {
  return (
    <dl className="figure-foot" aria-label="More figures">
      {cells.map(({ key, name, over, value, of }) => {
        const tally = figureOf(figures, key);
        if (tally === undefined) return null;
        return (
          <div key={key} title={denominatorOf(tally)}>
            <dt>
              <button type="button" onClick={() => onOpen(behindOf(name, tally, over === true))}>
                {name}
              </button>
            </dt>
            <dd>
              {value(tally, figures)} <small>{of(tally)}</small>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
