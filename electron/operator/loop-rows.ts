import type { LoopRow } from '../../shared/ipc/contract.ts';
import type { Settings } from '../../shared/settings.ts';
import { LOOP_KINDS, limitsOfKind } from '../core/circuit/loop-kinds.ts';
import type { Journal } from '../journal/journal-service.ts';

/** Kinds of loops as the Rules place shows them. A loop is counted by its kind as category (journal facets). */
export function loopRows(journal: Pick<Journal, 'query'>, settings: Settings): Promise<LoopRow[]> {
  return Promise.all(
    LOOP_KINDS.map(async (kind): Promise<LoopRow> => {
      const { id, title, description, sample } = kind;
      const limits = limitsOfKind(kind, settings);
      const { total } = await journal.query({ query: `type:loop-detected category:${id}`, limit: 1 });
      return { id, title, description, sample, guideAt: limits?.guideAt ?? null, openAt: limits?.openAt ?? null, acted: total };
    }),
  );
}
