import { memo } from 'react';
import { inertLine } from './inert-text.ts';
import { useConsoleState } from '../store/console-store.ts';

/** Ids made by agents are long: the beginning tells them apart. */
export const sessionLabel = (session: string): string => (session.length > 16 ? inertLine(session, 8) : inertLine(session));

/** An 8 px square and the name. A square is always a session, never a state. */
export const SessionMark = memo(function SessionMark({
  session,
  strong,
}: {
  readonly session: string;
  readonly strong?: boolean | undefined;
}) {
  const hue = useConsoleState((state) => state.view.sessions.get(session)?.hue ?? 1);
  return (
    <span className={`sess s${hue}${strong === true ? ' strong' : ''}`} title={inertLine(session)}>
      <span className="name">{sessionLabel(session)}</span>
    </span>
  );
});
