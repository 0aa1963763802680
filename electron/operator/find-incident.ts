import type { Journal } from '../journal/journal-service.ts';
import { incidentTypes } from './incident-kinds.ts';
import { incidentsOf } from './incidents-of.ts';

/** Entries that are looked through for an incident: as many as its list is made of. */
const mostEntries = 2000;

/** The number of an incident's last entry, by its id from `incidents/list`; a number stands for itself. Undefined: there is none. */
export async function seqOfIncident(journal: Pick<Journal, 'query'>, incident: string | number): Promise<number | undefined> {
  if (typeof incident === 'number') return incident;
  if (/^\d+$/.test(incident)) return Number(incident);
  const { entries } = await journal.query({ query: '', types: [...incidentTypes], limit: mostEntries });
  return incidentsOf([...entries].reverse())
    .find(({ id }) => id === incident)
    ?.entries.at(-1)?.seq;
}
