import type { Journal } from '../journal/journal-service.ts';
import { incidentEntries } from './incident-entries.ts';
import { incidentsOf } from './incidents-of.ts';

/** The number of an incident's last entry, by its id from `incidents/list`; a number stands for itself. Undefined: there is none. */
export async function seqOfIncident(journal: Pick<Journal, 'query'>, incident: string | number): Promise<number | undefined> {
  if (typeof incident === 'number') return incident;
  if (/^\d+$/.test(incident)) return Number(incident);
  return incidentsOf(await incidentEntries(journal, {}))
    .find(({ id }) => id === incident)
    ?.entries.at(-1)?.seq;
}
