import { bytes, utf8Length } from '../../components/format-units.ts';
import { layoutJson } from '../../components/json-tokens.ts';
import { PayloadWell } from '../../components/payload.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { useConsoleState } from '../../store/console-store.ts';
import type { CallRecord } from '../../store/journal-view.ts';

/** What the model was told with the result, and how often it made this mistake. */
export function GuidanceTab({ call }: { readonly call: CallRecord }) {
  const open = useConsoleState(
    (state) => call.fault !== undefined && state.view.circuits.has(`${call.session}\u0000${call.fault.fingerprint}`),
  );
  if (call.guidance === undefined) return null;
  return (
    <>
      <div className="sec">
        <h3>
          Attached to the result
          <span className="end">{bytes(utf8Length(call.guidance.text))}</span>
        </h3>
        <PayloadWell label="Guidance" syntax="json" text={layoutJson(call.guidance.text)} />
      </div>
      <div className="sec">
        <h3>Counted</h3>
        <dl className="kv">
          <div className="pair">
            <dt>Pattern</dt>
            <dd className="mono">{call.guidance.pattern}</dd>
          </div>
          {call.fault === undefined ? null : (
            <div className="pair">
              <dt>Fingerprint</dt>
              <dd className="mono">{inertLine(call.fault.fingerprint, 120)}</dd>
            </div>
          )}
          <div className="pair">
            <dt>Occurrence</dt>
            <dd>{call.guidance.occurrence}</dd>
          </div>
          <div className="pair">
            <dt>Circuit</dt>
            <dd>{open ? 'open' : 'closed'}</dd>
          </div>
        </dl>
      </div>
    </>
  );
}
