import type { LoopRow } from '../../shared/ipc/contract.ts';
import type { Settings } from '../../shared/settings.ts';
import { LOOP_KINDS, limitsOfKind } from '../core/circuit/loop-kinds.ts';
import type { Journal } from '../journal/journal-service.ts';

/** Loops are rare: this many are counted in one look at the journal. */
const AT_ONCE = 1000;

/** Kinds of loops as the Rules place shows them, with how often each was seen. */
export async function loopRows(journal: Pick<Journal, 'query'>, settings: Settings): Promise<LoopRow[]> {
  const countOf = await loopCounter(journal);
  return Promise.all(
    LOOP_KINDS.map(async (kind): Promise<LoopRow> => {
      const { id, title, description, sample } = kind;
      const limits = limitsOfKind(kind, settings);
      return { id, title, description, sample, guideAt: limits?.guideAt ?? null, openAt: limits?.openAt ?? null, acted: await countOf(id) };
    }),
  );
}

/** One question for all kinds; one for each only where there are more than fit into an answer. A loop's kind is its category (journal facets). */
async function loopCounter(journal: Pick<Journal, 'query'>): Promise<(kind: string) => number | Promise<number>> {
  const { entries, total } = await journal.query({ query: 'type:loop-detected', limit: AT_ONCE });
  if (total <= entries.length) return (kind) => entries.filter((entry) => entry.type === 'loop-detected' && entry.kind === kind).length;
  return async (kind) => (await journal.query({ query: `type:loop-detected category:${kind}`, limit: 1 })).total;
}
