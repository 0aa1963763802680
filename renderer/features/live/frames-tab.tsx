import { FrameLegend, FrameList } from '../../components/frame-list.tsx';
import { plural } from '../../components/format-units.ts';
import { useTurnDetail } from '../../components/use-turn-detail.ts';
import { useConsoleState } from '../../store/console-store.ts';

export function FramesTab({ turn }: { readonly turn: string }) {
  const found = useTurnDetail(turn);
  const isOpen = useConsoleState((state) => state.view.turns.get(turn)?.running ?? 0) > 0;
  if (found.state === 'loading') return <p className="pad sm muted">Asking the journal</p>;
  if (found.state === 'problem') return <p className="pad sm two">{found.message}</p>;
  if (found.state === 'gone') return <p className="pad sm muted">The journal no longer has this turn.</p>;
  return (
    <>
      <div className="flex frame-bar">
        <span className="sm muted">{plural(found.detail.frames.length, 'frame')}</span>
        <span className="spring" />
        <FrameLegend />
      </div>
      <FrameList frames={found.detail.frames} start={found.detail.turn.at} isOpen={isOpen} />
    </>
  );
}
