import type { JournalEntry } from '../../../shared/journal-entry.ts';
import type { Deed, Repeat } from './repeat.ts';

type Bare = Omit<Repeat, 'deeds'>;

/** Puts beside each repetition what the journal says was done about it, mildest first. */
export function deedsOf(rows: readonly Bare[], own: readonly JournalEntry[], story: readonly JournalEntry[]): readonly Repeat[] {
  // A step that lies in both is the same step.
  const entries = [...new Map([...story, ...own].map((entry) => [entry.seq, entry])).values()].sort((a, b) => a.seq - b.seq);
  let told = 0;
  let opened = 0;
  return rows.map((row, index) => {
    const isLastOfTurn = row.toldIn !== '' && rows[index + 1]?.toldIn !== row.toldIn;
    const deeds = new Set<Deed>();
    for (const entry of entries) {
      if (entry.type === 'guidance-sent' && row.callId !== '' && entry.callId === row.callId)
        deeds.add(told > 0 ? 'strengthened' : 'guided');
      if (entry.type === 'tool-call-answered' && isCallOf(row, entry)) deeds.add('answered locally');
      if (!isLastOfTurn && row.toldIn !== '') continue;
      const turn = row.toldIn === '' ? row.turn : row.toldIn;
      if (turn === '' || entry.turn !== turn) continue;
      if (entry.type === 'circuit-opened' && row.toldIn !== '') {
        deeds.add(opened > 0 ? 'loop circuit opened' : 'circuit opened');
        opened += 1;
      }
      if (entry.type === 'loop-detected' && entry.action === 'end') deeds.add('turn ended');
    }
    if (deeds.has('guided') || deeds.has('strengthened')) told += 1;
    return { ...row, deeds: [...deeds].sort((a, b) => order.indexOf(a) - order.indexOf(b)) };
  });
}

const order: readonly Deed[] = ['guided', 'strengthened', 'circuit opened', 'loop circuit opened', 'answered locally', 'turn ended'];

const isCallOf = (row: Bare, entry: JournalEntry & { readonly type: 'tool-call-answered' }): boolean =>
  entry.call.id === '' ? row.id === `${entry.seq}` : entry.call.id === row.callId;
