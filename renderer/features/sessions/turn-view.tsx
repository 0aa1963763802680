import { Square } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PinRow } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { bytes, clockTime, milliseconds, plural, utf8Length } from '../../components/format-units.ts';
import { FrameLegend, FrameList } from '../../components/frame-list.tsx';
import { Note } from '../../components/note.tsx';
import { PinButton } from '../../components/pin-button.tsx';
import { type TurnDetailState, useTurnDetail } from '../../components/use-turn-detail.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { Conversation } from './conversation.tsx';
import { toCurl } from './to-curl.ts';

/**
 * The assembled conversation beside the raw frames. What was shown stays until the next turn has been read: where the newest one is followed, nothing
 * flickers.
 */
export function TurnView({ turn, pin }: { readonly turn: string; readonly pin: PinRow | undefined }) {
  const asked = useTurnDetail(turn);
  const last = useRef<{ readonly turn: string; readonly found: TurnDetailState }>({ turn, found: asked });
  if (asked.state !== 'loading' || last.current.found.state !== 'ready') last.current = { turn, found: asked };
  const shown = last.current;
  return <ReadTurn key={shown.turn} turn={shown.turn} found={shown.found} pin={shown.turn === turn ? pin : undefined} />;
}

function ReadTurn({ turn, found, pin }: { readonly turn: string; readonly found: TurnDetailState; readonly pin: PinRow | undefined }) {
  const store = useConsole();
  const record = useConsoleState((state) => state.view.turns.get(turn));
  const gateway = useConsoleState((state) => state.about?.gateway ?? '');
  const [asking, setAsking] = useState(false);
  const detail = found.state === 'ready' ? found.detail : undefined;
  const upstreamFrames = detail?.frames.filter((frame) => frame.direction === 'upstream').length ?? 0;
  const clientFrames = (detail?.frames.length ?? 0) - upstreamFrames;
  const isOpen = record !== undefined && record.ended === undefined && detail?.frames.length === 0;
  const facts =
    detail === undefined
      ? ''
      : isOpen
        ? `${clockTime(detail.turn.at)}${milliseconds(detail.turn.at)}, still running`
        : [
            `${clockTime(detail.turn.at)}${milliseconds(detail.turn.at)}`,
            ...(detail.turn.firstByteMs === null ? [] : [`first byte ${(detail.turn.firstByteMs / 1000).toFixed(2)} s`]),
            detail.frames.length === 0
              ? 'frames not kept'
              : clientFrames === 0
                ? `${plural(upstreamFrames, 'frame')}, out as they came`
                : `${plural(upstreamFrames, 'frame')} in, ${clientFrames} out`,
            `${bytes(utf8Length(detail.request.body))} of request`,
          ].join(', ');
  const end = (): void => {
    setAsking(false);
    void store.client
      .call('turns/end', { turn })
      .then((answer) =>
        store.toast(
          answer.ok ? (answer.value.ended ? 'The turn was ended.' : 'The turn had ended already.') : answer.error.message,
          answer.ok ? 'info' : 'problem',
        ),
      );
  };
  return (
    <>
      <div className="bar turn-bar">
        <h2>Turn {record?.number ?? ''}</h2>
        <span className="sm muted ell">{facts}</span>
        <span className="spring" />
        <FrameLegend />
        {record !== undefined && record.ended === undefined ? (
          asking ? (
            <span className="flex">
              <span className="sm two nw">End it? The agent gets an error.</span>
              <Button look="danger" small onClick={end}>
                End the turn
              </Button>
              <Button small onClick={() => setAsking(false)}>
                Keep it
              </Button>
            </span>
          ) : (
            <Button look="danger" icon={Square} onClick={() => setAsking(true)}>
              End the turn…
            </Button>
          )
        ) : null}
        {pin === undefined ? null : <PinButton pin={pin} keys="B" />}
        {detail === undefined ? null : (
          <>
            <CopyButton words="curl" label="Copy as curl" text={() => toCurl(gateway, detail.request)} />
            <CopyButton words="JSON" label="Copy as JSON" text={() => JSON.stringify(detail, null, 2)} />
          </>
        )}
      </div>
      {found.state === 'problem' ? (
        <div className="banner">
          <Note tone="problem">{found.message}</Note>
        </div>
      ) : found.state === 'gone' ? (
        <p className="pad sm muted">The journal no longer has this turn.</p>
      ) : (
        <div className="cols halves">
          <div className="pane">
            <div className="group clear">
              <span>Conversation, assembled</span>
              <span>as the agent sees it</span>
            </div>
            {detail === undefined ? null : isOpen ? (
              <p className="pad sm muted">The turn still runs; what was said stands here when it has ended.</p>
            ) : (
              <Conversation detail={detail} />
            )}
          </div>
          <div className="pane">
            <div className="group clear">
              <span>Raw frames</span>
              <span>upstream in, agent out</span>
            </div>
            {detail === undefined ? null : <FrameList frames={detail.frames} start={detail.turn.at} isOpen={isOpen} />}
          </div>
        </div>
      )}
    </>
  );
}
