import { useMemo } from 'react';
import { layoutJson } from './json-tokens.ts';
import { lineDiff, nearChanges } from './line-diff.ts';
import { Payload } from './payload.tsx';

const signs = { same: '', add: '+', del: '-' } as const;

/** Arguments before and after, as lines. Both sides are laid out the same way, so that only what differs shows. */
export function FixDiff({
  before,
  after,
  around = 1,
}: {
  readonly before: string;
  readonly after: string;
  readonly around?: number | undefined;
}) {
  const lines = useMemo(() => nearChanges(lineDiff(layoutJson(before), layoutJson(after)), around), [before, after, around]);
  if (lines.length === 0) return <p className="sm muted">No difference besides white space.</p>;
  return (
    <div className="well flush">
      <div className="diff" role="group" aria-label="Difference">
        {lines.map((line, at) =>
          line === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text have no other identity
            <div key={at} className="gap">
              <span className="ln">…</span>
            </div>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <div key={at} className={line.type}>
              <span className="ln">{line.number}</span>
              <span>{signs[line.type]}</span>
              <span>
                <Payload text={line.text} />
              </span>
            </div>
          ),
        )}
      </div>
    </div>
  );
}
