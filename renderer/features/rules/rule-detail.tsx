import type { ReactNode } from 'react';
import { inertLine } from '../../components/inert-text.ts';
import { PayloadWell } from '../../components/payload.tsx';

/** What is chosen: its name with its switch, what it does, its record, and what it is for. */
export function RuleDetail({
  name,
  code,
  tag,
  control,
  text,
  facts,
  samples,
}: {
  readonly name: string;
  /** The name is an id. */
  readonly code?: boolean;
  readonly tag?: string;
  readonly control?: ReactNode;
  readonly text: string;
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  readonly samples: readonly { readonly label: string; readonly title?: string; readonly text: string }[];
}) {
  return (
    <div className="sec">
      <div className="flex">
        <h2 className={code === true ? 'tool-title' : undefined}>{inertLine(name, 120)}</h2>
        {tag === undefined ? null : <span className="tag">{tag}</span>}
        <span className="spring" />
        {control}
      </div>
      <p className="sm two gap-above">{inertLine(text, 600)}</p>
      <dl className="kv gap-above narrow whole">
        {facts.map(([fact, value]) => (
          <div key={fact} className="pair">
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {samples.map(({ label, title, text: sample }) => (
        <div key={label} className="gap-above sample">
          {title === undefined ? null : <h3 className="lbl">{title}</h3>}
          <PayloadWell label={label} text={sample} />
        </div>
      ))}
    </div>
  );
}
