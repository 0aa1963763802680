import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { smallSample } from './calibration.tsx';
import type { Behind } from './entries-behind.tsx';

const shown: readonly { readonly key: string; readonly name: string; readonly as: 'count' | 'rate' | 'number' | 'ms' }[] = [
  { key: 'turns', name: 'Turns', as: 'count' },
  { key: 'calls', name: 'Calls', as: 'count' },
  { key: 'healRate', name: 'Heal rate', as: 'rate' },
  { key: 'healFailedOtherwise', name: 'Healed, failed otherwise', as: 'count' },
  { key: 'healUnseen', name: 'Healed, result unseen', as: 'count' },
  { key: 'recovered', name: 'Recovered', as: 'count' },
  { key: 'healed', name: 'Healed', as: 'count' },
  { key: 'refused', name: 'Refused', as: 'count' },
  { key: 'cancelled', name: 'Cancelled', as: 'count' },
  { key: 'holdsPer100Turns', name: 'Holds per 100 turns', as: 'number' },
  { key: 'expired', name: 'Expired', as: 'count' },
  { key: 'approvedUnchanged', name: 'False holds', as: 'rate' },
  { key: 'faults', name: 'Faults', as: 'rate' },
  { key: 'reasks', name: 'Re-asks', as: 'count' },
  { key: 'circuitsOpened', name: 'Circuits opened', as: 'count' },
  { key: 'overheadMs', name: 'Gateway overhead p50', as: 'ms' },
  { key: 'firstByteMs', name: 'First byte p50', as: 'ms' },
  { key: 'tokensSaved', name: 'Tokens saved', as: 'count' },
];

/** Taken over more entries than they say: a median, a sum, a share of turns. */
const over: ReadonlySet<string> = new Set(['holdsPer100Turns', 'overheadMs', 'firstByteMs', 'tokensSaved']);

/** One ruled strip, each figure with its denominator below it; a press on its name opens the entries that were counted. */
export function FigureStrip({ figures, onOpen }: { readonly figures: StatsSummary['figures']; readonly onOpen: (behind: Behind) => void }) {
  return (
    <dl className="kpis">
      {shown.map(({ key, name, as }) => {
        const tally = Object.hasOwn(figures, key) ? figures[key] : undefined;
        if (tally === undefined) return null;
        const { value, of } = tally;
        const none = value === null || (as === 'rate' && (of === null || of === 0));
        return (
          <div key={key} className="kpi">
            <dt className="k">
              <button type="button" onClick={() => onOpen({ title: name, query: tally.query, over: over.has(key) })}>
                {name}
              </button>
            </dt>
            <dd className="v">
              {none
                ? '–'
                : as === 'rate'
                  ? `${((100 * value) / (of ?? 1)).toFixed(1)}`
                  : as === 'count'
                    ? count(value)
                    : value.toFixed(as === 'ms' ? 2 : 1)}
              {none ? null : as === 'rate' ? <small>%</small> : as === 'ms' ? <small>ms</small> : null}
            </dd>
            <dd className="d">
              {of === null
                ? `all ${tally.denominator}`
                : as === 'rate'
                  ? `${value === null ? 0 : count(value)} of ${count(of)} ${tally.denominator}${of > 0 && of < smallSample ? '; a small sample' : ''}`
                  : `of ${count(of)} ${tally.denominator}`}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
