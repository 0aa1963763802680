import { useMemo } from 'react';
import type { Approval, Reading, ShownCall } from '../../../shared/approval.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { FixDiff } from '../../components/fix-diff.tsx';
import { bytes, plural, utf8Length } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { layoutJson } from '../../components/json-tokens.ts';
import { markupWithin } from '../../components/markup-of.ts';
import { Payload, PayloadWell } from '../../components/payload.tsx';

/** The left column: what will run, the bytes it came from, and what approving changes. */
export function CallEvidence({
  approval,
  shown,
  reading,
  onReading,
  editing,
}: {
  readonly approval: Approval;
  readonly shown: ShownCall;
  readonly reading: number | undefined;
  readonly onReading: ((reading: number) => void) | undefined;
  readonly editing: boolean;
}) {
  const readings = approval.readings ?? [];
  const before = beforeFixes(approval);
  const marks = useMemo(
    () => markupWithin(approval.original, approval.markup, approval.call.name, before ?? approval.call.arguments),
    [approval, before],
  );
  return (
    <>
      {editing ? null : readings.length > 1 ? (
        <Readings readings={readings} reading={reading} onReading={onReading} />
      ) : (
        <div className="sec">
          <h3>
            Call
            <span className="end">
              as it would be delivered
              <CopyButton text={() => shown.arguments} label="Copy the arguments" />
            </span>
          </h3>
          <PayloadWell label="Call" syntax="json" text={layoutJson(shown.arguments)} />
        </div>
      )}
      <div className="sec">
        <h3>
          Original bytes
          <span className="muted plain">{whereMarkup(approval)}</span>
          <span className="end">
            {bytes(utf8Length(approval.original))}
            <CopyButton text={() => approval.original} label="Copy the original bytes" />
          </span>
        </h3>
        <PayloadWell label="Original bytes" text={approval.original} marks={marks} />
      </div>
      {editing || approval.fixes.length === 0 ? null : (
        <div className="sec">
          <h3>
            Fix list
            <span className="muted plain">
              approving makes {approval.fixes.length === 1 ? 'this change' : `these ${approval.fixes.length} changes`}
            </span>
          </h3>
          {before === undefined ? null : <FixDiff before={before} after={shown.arguments} />}
          <ul className="fixes sm two">
            {approval.fixes.map((fix) => (
              <li key={`${fix.rule} ${fix.pointer}`} className="flex">
                <code className="one">{inertLine(fix.rule, 40)}</code>
                <span title={`${inertLine(fix.before)} → ${inertLine(fix.after)}`}>
                  {fix.pointer === '' ? 'the whole' : inertLine(fix.pointer, 60)}: {inertLine(fix.before, 60)} to {inertLine(fix.after, 60)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Two readings of the same bytes: the operator sees both, whole, and chooses. */
function Readings({
  readings,
  reading,
  onReading,
}: {
  readonly readings: readonly Reading[];
  readonly reading: number | undefined;
  readonly onReading: ((reading: number) => void) | undefined;
}) {
  return (
    <div className="sec" role="radiogroup" aria-label="Readings">
      <h3>
        {plural(readings.length, 'reading')} of the same bytes
        <span className="muted plain">only the one you choose is delivered</span>
      </h3>
      {readings.map((each, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a choice that holds a whole payload
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the reading's name in the contract
          key={at}
          role="radio"
          aria-checked={reading === at}
          aria-disabled={onReading === undefined}
          tabIndex={0}
          className={reading === at ? 'reading on' : 'reading'}
          onClick={() => onReading?.(at)}
          onKeyDown={(event) => {
            if (event.key === ' ' || event.key === 'Enter') {
              event.preventDefault();
              onReading?.(at);
            }
          }}
        >
          <div className="flex sm">
            <kbd>{at + 1}</kbd>
            <code className="one">{inertLine(each.name, 60)}</code>
            <span className="spring" />
            <span className="muted">{bytes(utf8Length(each.arguments))}</span>
          </div>
          <div className="reading-body">
            <Payload syntax="json" text={layoutJson(each.arguments)} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** The arguments before the fixes: the whole `before` where a fix is of the whole, else the values put back by pointer. */
export function beforeFixes(approval: Approval): string | undefined {
  const whole = approval.fixes.find((fix) => fix.pointer === '');
  if (whole !== undefined) return whole.before;
  let value: unknown;
  try {
    value = JSON.parse(approval.call.arguments);
    for (const fix of approval.fixes) value = putBack(value, fix.pointer.split('/').slice(1), JSON.parse(fix.before));
  } catch {
    return undefined;
  }
  return JSON.stringify(value);
}

function putBack(value: unknown, path: readonly string[], part: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return part;
  const key = head.replace(/~1/g, '/').replace(/~0/g, '~');
  if (Array.isArray(value)) return value.map((item: unknown, at) => (String(at) === key ? putBack(item, rest, part) : item));
  if (typeof value !== 'object' || value === null) return value;
  return { ...value, [key]: putBack((value as Record<string, unknown>)[key], rest, part) };
}

function whereMarkup({ original, markup }: Approval): string {
  const last = markup.at(-1);
  const first = markup[0];
  if (first === undefined || last === undefined) return 'as the model wrote it';
  if (first.start === 0 && original.slice(last.end).trim() === '') return 'the whole reply';
  return original.slice(last.end).trim() === '' ? 'end of the reply' : 'inside the reply';
}
