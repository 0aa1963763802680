import { bytes, clockTime, milliseconds, utf8Length } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { layoutJson } from '../../components/json-tokens.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { PayloadWell } from '../../components/payload.tsx';
import { outcomeWords } from '../../components/outcome-words.ts';
import type { CallRecord, TurnRecord } from '../../store/journal-view.ts';

export function CallTab({ call, turn }: { readonly call: CallRecord; readonly turn: TurnRecord | undefined }) {
  return (
    <>
      <div className="sec">
        <h3>
          Arguments
          <span className="end">
            {bytes(utf8Length(call.arguments))}
            {isJson(call.arguments) ? '' : ', not JSON'}
            <CopyButton text={() => call.arguments} label="Copy the arguments" />
          </span>
        </h3>
        {call.arguments === '' ? (
          <p className="sm muted">None arrived.</p>
        ) : (
          <PayloadWell label="Arguments" syntax="json" text={layoutJson(call.arguments)} />
        )}
      </div>
      {call.result === undefined ? null : (
        <div className="sec">
          <h3>
            Result
            <span className={call.result.error ? 'end fg stuck' : 'end'}>
              {call.result.error ? 'error, ' : ''}
              {bytes(utf8Length(call.result.excerpt))}
            </span>
          </h3>
          <PayloadWell label="Result" text={call.result.excerpt} />
        </div>
      )}
      <div className="sec">
        <h3>Life cycle</h3>
        <dl className="kv times">
          {call.steps.map((step) => (
            <div key={step.seq} className="pair">
              <dt className="mono xs">
                {clockTime(step.at)}
                {milliseconds(step.at)}
              </dt>
              <dd>{inertLine(step.text, 200)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="sec">
        <dl className="kv">
          <div className="pair">
            <dt>Call id</dt>
            <dd className="mono">{inertLine(call.callId, 120)}</dd>
          </div>
          <div className="pair">
            <dt>Turn</dt>
            <dd className="mono">{call.turn}</dd>
          </div>
          <div className="pair">
            <dt>Session</dt>
            <dd className="mono">{inertLine(call.session, 120)}</dd>
          </div>
          {call.dialect === undefined ? null : (
            <div className="pair">
              <dt>Dialect</dt>
              <dd>{call.dialect}</dd>
            </div>
          )}
          {call.upstream === '' ? null : (
            <div className="pair">
              <dt>Upstream</dt>
              <dd>{inertLine(call.upstream, 80)}</dd>
            </div>
          )}
          {turn?.ended === undefined ? null : (
            <div className="pair">
              <dt>Turn ended</dt>
              <dd>
                {outcomeWords(turn.ended.outcome)}, finish {inertLine(turn.ended.finish, 40)}
              </dd>
            </div>
          )}
        </dl>
      </div>
    </>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
