import { useCallback, useMemo } from 'react';
import { useAnswer } from '../../components/use-answer.ts';
import { useConsole } from '../../store/console-store.ts';

/** What holding costs for one format or healing rule, and the switch that changes it. */
export interface CostRow {
  readonly id: string;
  readonly held: number;
  /** Held calls that a person or a rule decided. */
  readonly decided: number;
  /** False holds: approved as they were. */
  readonly approved: number;
  readonly value: string;
  readonly options: readonly string[];
  readonly key: string;
}

export interface HoldingCost {
  /** The costliest first. */
  readonly rows: readonly CostRow[];
  readonly turns: number;
  again(): void;
  turn(row: CostRow, value: string): void;
}

const monthMs = 30 * 86_400_000;
const formatSwitches = ['auto', 'ask', 'off'];
const ruleSwitches = ['on', 'ask', 'off'];

/** Holds and false holds of the last 30 days, counted in the journal (design 6 "what holding costs"). */
export function useHoldingCost(): HoldingCost {
  const store = useConsole();
  const since = Math.floor((Date.now() - monthMs) / 3_600_000) * 3_600_000;
  const stats = useAnswer('stats/summary', { since, group: 'format' });
  const rules = useAnswer('rules/list', {});
  const { answer: tallies, again: countAgain } = stats;
  const { answer: switches, again: readAgain } = rules;
  const rows = useMemo((): readonly CostRow[] => {
    if (switches.state !== 'ready') return [];
    const groups = new Map(tallies.state === 'ready' ? tallies.value.groups.map((group) => [group.name, group]) : []);
    const rowOf = (id: string, value: string, options: readonly string[], key: string): CostRow => {
      const group = groups.get(id);
      return { id, held: group?.held ?? 0, decided: group?.decided ?? 0, approved: group?.approved ?? 0, value, options, key };
    };
    return [
      ...switches.value.formats.map((format) => rowOf(format.id, format.switch, formatSwitches, `recovery.formats.${format.id}`)),
      ...switches.value.healing.map((rule) => rowOf(rule.id, rule.switch, ruleSwitches, `healing.${rule.id}`)),
    ].sort((a, b) => b.held - a.held);
  }, [tallies, switches]);
  const again = useCallback(() => {
    countAgain();
    readAgain();
  }, [countAgain, readAgain]);
  const turn = (row: CostRow, value: string): void => {
    void store.client.call('settings/set', { key: row.key, value }).then((answer) => {
      if (!answer.ok) store.toast(answer.error.message, 'problem');
      else if ('error' in answer.value) store.toast(answer.value.error.message, 'problem');
      else again();
    });
  };
  return { rows, turns: tallies.state === 'ready' ? (tallies.value.figures['turns']?.value ?? 0) : 0, again, turn };
}

/** Holds per 100 turns, in the fewest digits that tell something. */
export function per100(held: number, turns: number): string {
  if (turns === 0) return '–';
  const rate = (100 * held) / turns;
  return rate >= 10 || rate === 0 ? String(Math.round(rate)) : rate.toFixed(1);
}
