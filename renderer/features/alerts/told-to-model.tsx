import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { bytes, utf8Length } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { layoutJson } from '../../components/json-tokens.ts';
import { PayloadWell } from '../../components/payload.tsx';
import type { Repeat } from './repeat.ts';

type Guidance = JournalEntry & { readonly type: 'guidance-sent' };

/** Guidance that went out with the results of these repetitions, oldest first. */
export function guidanceOf(
  repeats: readonly Repeat[],
  own: readonly JournalEntry[],
  story: readonly JournalEntry[],
): readonly (Guidance & { readonly repetition: number })[] {
  const numbers = new Map(repeats.flatMap(({ callId }, at) => (callId === '' ? [] : [[callId, at + 1] as const])));
  const all = new Map([...story, ...own].map((entry) => [entry.seq, entry]));
  const mine = new Set(own.map(({ seq }) => seq));
  return [...all.values()]
    .sort((a, b) => a.seq - b.seq)
    .flatMap((entry) => {
      if (entry.type !== 'guidance-sent') return [];
      const repetition = numbers.get(entry.callId) ?? 0;
      return repetition > 0 || mine.has(entry.seq) ? [{ ...entry, repetition }] : [];
    });
}

/** The guidance that the model read last, as it went to it. */
export function ToldToModel({ sent }: { readonly sent: Guidance & { readonly repetition: number } }) {
  const text = layoutJson(sent.text);
  return (
    <div className="sec wide">
      <h3>
        What the model was told
        <span className="aside">
          {sent.repetition > 0 ? `with the result of repetition ${sent.repetition}` : 'with the last result'}, the{' '}
          {ordinal(sent.occurrence)} time
        </span>
        <span className="end">
          {bytes(utf8Length(sent.text))}
          <code>{inertLine(sent.pattern, 60)}</code>
        </span>
      </h3>
      <PayloadWell label="What the model was told" text={text} syntax={text === sent.text ? 'text' : 'json'} />
    </div>
  );
}

const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
/** `1st`, `2nd`, `11th`. */
function ordinal(value: number): string {
  const isTeen = value % 100 >= 11 && value % 100 <= 13;
  return `${value}${isTeen ? 'th' : (endings[value % 10] ?? 'th')}`;
}
