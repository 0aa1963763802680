import type { PatternRow } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PayloadWell } from '../../components/payload.tsx';

/** One fault pattern with a literal result that it is for. */
export function PatternDetail({ pattern }: { readonly pattern: PatternRow }) {
  return (
    <div className="sec">
      <div className="flex">
        <h2 className="tool-title">{pattern.id}</h2>
      </div>
      <p className="sm two gap-above">{inertLine(pattern.description, 600)}</p>
      <dl className="kv gap-above narrow">
        <div className="pair">
          <dt>Here</dt>
          <dd>{count(pattern.acted)} classified</dd>
        </div>
      </dl>
      <div className="gap-above sample">
        <PayloadWell label="Sample" text={pattern.sample} />
      </div>
    </div>
  );
}
