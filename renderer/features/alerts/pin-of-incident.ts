import type { IncidentRow, PinRow } from '../../../shared/ipc/contract.ts';
import type { ConsoleState } from '../../store/console-store.ts';
import { describeIncident } from './describe-incident.ts';

export const pinOfIncident = (incident: IncidentRow): PinRow => ({
  kind: 'incident',
  id: incident.id,
  session: incident.session,
  turn: incident.turn,
  label: describeIncident(incident).title,
  since: incident.firstAt,
  until: incident.lastAt,
});

/** What the export dialog hands over of an incident. */
export const handOverOf = (incident: IncidentRow): ConsoleState['handOver'] => ({
  scope: { incident: incident.id },
  title: `Incident: ${describeIncident(incident).title}`,
});
