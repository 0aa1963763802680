import { CircleX, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Awaited } from '../../components/use-busy.tsx';
import { Button } from '../../components/button.tsx';
import { FixDiff } from '../../components/fix-diff.tsx';
import { plural } from '../../components/format-units.ts';
import { Icon } from '../../components/icon.tsx';
import { lineDiff } from '../../components/line-diff.ts';
import { Segmented } from '../../components/segmented.tsx';
import type { Override } from './use-override.ts';

const JsonEditor = lazy(() => import('./json-editor.tsx'));
const MergeView = lazy(() => import('./merge-view.tsx'));

/** The editor in the place of the call; nothing else on the card moves. */
export function OverrideEditor({
  override,
  onSend,
  onLeave,
}: {
  readonly override: Override;
  readonly onSend: () => void;
  readonly onLeave: () => void;
}) {
  const [view, setView] = useState<'edit' | 'diff'>('edit');
  const first = override.problems[0];
  const changedLines = lineDiff(override.original, override.text).filter((line) => line.type === 'add').length;
  const send = (): void => {
    if (first === undefined && override.changed) onSend();
  };
  return (
    <>
      <div className="sec">
        <h3>
          Arguments
          <span className="muted plain">checked against the schema as you type</span>
          <span className="end">
            {changedLines === 0 ? 'not changed' : `${plural(changedLines, 'line')} changed`}
            <Segmented
              label="View"
              value={view}
              onChange={setView}
              options={[
                { value: 'edit', label: 'Edit' },
                { value: 'diff', label: 'Diff' },
              ]}
            />
          </span>
        </h3>
        <div className={first === undefined ? 'editor' : 'editor bad'}>
          <Suspense fallback={<Awaited className="editor-wait" />}>
            {view === 'edit' ? (
              <JsonEditor override={override} onSend={send} onLeave={onLeave} />
            ) : (
              <MergeView before={override.original} after={override.text} />
            )}
          </Suspense>
        </div>
        <div className="flex sm under-editor">
          {first === undefined ? (
            <span className="muted">no problem found; the gateway checks it again</span>
          ) : (
            <>
              <span className="fg stuck flex tight">
                <Icon of={CircleX} size="s" />
                {plural(override.problems.length, 'problem')}
              </span>
              <span className="muted">
                line {first.line}, column {first.column}
              </span>
            </>
          )}
          <span className="spring" />
          <Button look="ghost" icon={Undo2} disabled={!override.changed} onClick={override.reset}>
            Back to what the model sent
          </Button>
        </div>
      </div>
      {override.changed && view === 'edit' ? (
        <div className="sec">
          <h3>Against the original</h3>
          <FixDiff before={override.original} after={override.text} around={0} />
        </div>
      ) : null}
    </>
  );
}
