import { useMemo, useState } from 'react';
import type { Span } from '../../shared/approval.ts';
import { inertSegments } from './inert-text.ts';
import { jsonTokens } from './json-tokens.ts';

const headLength = 6_000;
const tailLength = 1_500;
/** Longer JSON is shown without colours: a token each would cost more than they tell. */
const mostCoveredByColour = 200_000;

/** A stretch of the payload with one look. */
interface Stretch {
  readonly start: number;
  readonly text: string;
  readonly className: string | undefined;
}

const tokenClass = { key: 'jk', string: 'js', number: 'jn', punctuation: 'jp', space: undefined, other: undefined } as const;

function jsonStretches(text: string): readonly Stretch[] {
  let start = 0;
  return jsonTokens(text).map((part) => {
    const stretch = { start, text: part.text, className: tokenClass[part.type] };
    start += part.text.length;
    return stretch;
  });
}

function markStretches(text: string, marks: readonly Span[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (const mark of [...marks].sort((a, b) => a.start - b.start)) {
    const start = Math.max(from, Math.min(mark.start, text.length));
    const end = Math.max(start, Math.min(mark.end, text.length));
    if (start > from) stretches.push({ start: from, text: text.slice(from, start), className: undefined });
    if (end > start) stretches.push({ start, text: text.slice(start, end), className: 'mark' });
    from = end;
  }
  if (from < text.length) stretches.push({ start: from, text: text.slice(from), className: undefined });
  return stretches;
}

function Inert({ text, offset }: { readonly text: string; readonly offset: number }) {
  return inertSegments(text, offset).map((segment) =>
    segment.type === 'text' ? (
      segment.text
    ) : (
      <span key={segment.start} className="sign" title={segment.name}>
        {segment.code}
      </span>
    ),
  );
}

/** Text of a model or an agent, shown as text and nothing else: no markup, no links, no control or hidden characters at work. */
export function Payload({
  text,
  marks,
  syntax = 'text',
}: {
  readonly text: string;
  readonly marks?: readonly Span[] | undefined;
  readonly syntax?: 'json' | 'text' | undefined;
}) {
  const [all, setAll] = useState(false);
  const stretches = useMemo(
    () => (syntax === 'json' && text.length <= mostCoveredByColour ? jsonStretches(text) : markStretches(text, marks ?? [])),
    [text, marks, syntax],
  );
  const long = text.length > headLength + tailLength + 500;
  const draw = (list: readonly Stretch[]) =>
    list.map((stretch) => {
      const inner = <Inert text={stretch.text} offset={stretch.start} />;
      if (stretch.className === 'mark') return <mark key={stretch.start}>{inner}</mark>;
      return (
        <span key={stretch.start} className={stretch.className}>
          {inner}
        </span>
      );
    });
  if (!long || all)
    return (
      <div className="payload" dir="ltr">
        {draw(stretches)}
      </div>
    );
  return (
    <div className="payload" dir="ltr">
      {draw(clip(stretches, 0, headLength))}
      <button type="button" className="btn more" onClick={() => setAll(true)}>
        Show all {text.length.toLocaleString('en-US')} characters
      </button>
      {draw(clip(stretches, text.length - tailLength, text.length))}
    </div>
  );
}

function clip(stretches: readonly Stretch[], from: number, to: number): readonly Stretch[] {
  return stretches
    .filter((stretch) => stretch.start < to && stretch.start + stretch.text.length > from)
    .map((stretch) => {
      const start = Math.max(from, stretch.start);
      return { ...stretch, start, text: stretch.text.slice(start - stretch.start, to - stretch.start) };
    });
}

/** A well around a payload, scrolled inside itself when it is tall. */
export function PayloadWell(props: {
  readonly text: string;
  readonly marks?: readonly Span[] | undefined;
  readonly syntax?: 'json' | 'text' | undefined;
  readonly label: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys
    <div className="well" tabIndex={0} role="region" aria-label={props.label}>
      <Payload text={props.text} marks={props.marks} syntax={props.syntax} />
    </div>
  );
}
