import { useMemo } from 'react';
import { type DiffLine, lineDiff } from '../../components/line-diff.ts';
import { Payload } from '../../components/payload.tsx';

/** What the edit looked for beside what the file says nearest to it, as the tool reported it. */
export function ClosestContent({
  believed,
  found,
  repetition,
}: {
  readonly believed: string;
  readonly found: string;
  readonly repetition: number;
}) {
  const lines = useMemo(() => lineDiff(believed, found), [believed, found]);
  return (
    <div className="two-sides">
      <Side
        title="The model believes"
        end={`text to replace, repetition ${repetition}`}
        lines={lines.filter(({ type }) => type !== 'add')}
      />
      <Side title="The file says" end="closest content, as the tool reported it" lines={lines.filter(({ type }) => type !== 'del')} />
    </div>
  );
}

const signs = { same: '', add: '+', del: '-' } as const;

function Side({ title, end, lines }: { readonly title: string; readonly end: string; readonly lines: readonly DiffLine[] }) {
  return (
    <div>
      <h4 className="lbl">
        {title}
        <span className="end">{end}</span>
      </h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
      <div className="well flush" tabIndex={0} role="region" aria-label={title}>
        <div className="diff">
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text have no other identity
            <div key={at} className={line.type}>
              <span className="ln" />
              <span>{signs[line.type]}</span>
              <span>
                <Payload text={line.text} />
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
