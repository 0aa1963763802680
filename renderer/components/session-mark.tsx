import { memo } from 'react';
import { inertLine } from './inert-text.ts';
import { useConsoleState } from '../store/console-store.ts';

/** A long id without a word in it, as agents make them, by its beginning; a name by itself: what is too long for its place is cut there. */
export const sessionLabel = (session: string): string =>
  session.length > 16 && !hasWord(session) ? inertLine(session, 8) : inertLine(session, 64);

const hasWord = (session: string): boolean =>
  session.split(/[^A-Za-z]+/).some((part) => /^[A-Za-z]{4,}$/.test(part) && !/^[A-Fa-f]+$/.test(part));

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
