import { FixDiff } from '../../components/fix-diff.tsx';
import { bytes, utf8Length } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { layoutJson } from '../../components/json-tokens.ts';
import { PayloadWell } from '../../components/payload.tsx';
import { useMemo } from 'react';
import { useConsoleState } from '../../store/console-store.ts';
import { markupOf, markupWithin } from '../../components/markup-of.ts';
import type { CallRecord } from '../../store/journal-view.ts';

/** What the upstream sent and what the agent received, side by side in time. */
export function BeforeAfterTab({ call }: { readonly call: CallRecord }) {
  const known = useConsoleState((state) => (call.approval === undefined ? undefined : state.view.approvals.get(call.approval)?.markup));
  const before = call.before ?? '';
  const leak = call.native === false || call.state === 'recovered' || call.after === undefined;
  const after = call.after ?? call.arguments;
  const marks = useMemo(
    () =>
      known !== undefined
        ? markupWithin(before, known, call.name, call.arguments)
        : leak
          ? markupOf(before, call.name, call.arguments)
          : undefined,
    [known, leak, before, call.name, call.arguments],
  );
  const delivered = call.deliveredAt !== undefined;
  return (
    <>
      <div className="sec">
        <h3>
          Before
          <span className="muted plain">{leak ? 'upstream sent, as text' : 'upstream sent, as arguments'}</span>
          <span className="end">{bytes(utf8Length(before))}</span>
        </h3>
        <PayloadWell label="Before" text={before} marks={marks} syntax={leak ? 'text' : 'json'} />
      </div>
      <div className="sec">
        <h3>
          After
          <span className="muted plain">
            {delivered ? `${call.agent === '' ? 'the agent' : inertLine(call.agent, 40)} received` : 'not delivered'}
          </span>
          <span className="end">{leak ? 'native call' : bytes(utf8Length(after))}</span>
        </h3>
        <PayloadWell
          label="After"
          syntax="json"
          text={
            leak
              ? layoutJson(`{"id":${JSON.stringify(call.callId)},"name":${JSON.stringify(call.name)},"arguments":${asJson(after)}}`)
              : layoutJson(after)
          }
        />
      </div>
      {!leak && call.after !== undefined ? (
        <div className="sec">
          <h3>
            Changed
            <span className="end">{inertLine(call.acted, 60)}</span>
          </h3>
          <FixDiff before={before} after={after} />
        </div>
      ) : null}
      {call.fixes !== undefined && call.fixes.length > 0 ? (
        <div className="sec">
          <h3>Fixes</h3>
          <ul className="fixes sm two">
            {call.fixes.map((fix) => (
              <li key={`${fix.rule}${fix.pointer}`} className="flex">
                <code className="one">{fix.rule}</code>
                <span>
                  {fix.pointer === '' ? '' : `${inertLine(fix.pointer, 60)}: `}
                  {inertLine(fix.before, 60)} to {inertLine(fix.after, 60)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}

/** The argument text where it is JSON, else as a string: shown, never parsed on. */
function asJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}
