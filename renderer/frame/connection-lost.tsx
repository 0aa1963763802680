import { useEffect, useState } from 'react';
import { Note } from '../components/note.tsx';

/** A short break is mended before anybody reads of it; a longer one makes everything on screen old, and that is said where one looks. */
const QUIET_MS = 2_000;

export function ConnectionLost() {
  const [told, setTold] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setTold(true), QUIET_MS);
    return () => window.clearTimeout(timer);
  }, []);
  if (!told) return null;
  return (
    <div className="banner">
      <Note tone="warning">
        <b>The gateway does not answer.</b>{' '}
        <span className="two">
          What is shown here stands still, and no verdict can be given. It goes on by itself as soon as the gateway answers. <b>Next:</b>{' '}
          see whether Signalbox still runs.
        </span>
      </Note>
    </div>
  );
}
