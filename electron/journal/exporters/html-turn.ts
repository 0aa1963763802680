import type { JournalEntry } from '../../../shared/journal-entry.ts';
import type { TurnRecording } from '../turn-recording.ts';
import { inert } from './inert-html.ts';

/** Characters of raw frames that are shown of an acted turn; all of them are in the HAR. */
const maxRaw = 20_000;

const classes: Readonly<Record<string, string>> = {
  recover: 'good',
  normalise: 'mend',
  heal: 'mend',
  repair_request: 'mend',
  stand_in: 'mend',
  hold: 'wait',
  reask: 'wait',
  cut: 'stop',
  surface_error: 'stop',
  break_loop: 'stop',
};

/** A time as a person reads it, in UTC: the page says the same wherever it is opened. */
export const timeOf = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 23);

export const outcomeOf = (outcome: string | null): string =>
  outcome === null ? '<span class="dim">still running</span>' : `<span class="${classes[outcome] ?? 'dim'}">${inert(outcome)}</span>`;

/** One turn: what was asked, what came, what Signalbox did and why, what the agent got. */
export function turnSection({ detail, attempts }: TurnRecording): string {
  const { turn: row, entries, assembled } = detail;
  const parts = [
    `<h3>${inert(row.title === '' ? row.turn : row.title)}</h3>`,
    `<p>${outcomeOf(row.outcome)}${row.reason === null ? '' : ` · ${inert(row.reason)}`} · ${inert(timeOf(row.at))} UTC · ${inert(row.model)} · HTTP ${row.status ?? '–'} · ${Math.round(row.durationMs ?? 0)} ms</p>`,
    `<p class="dim">turn ${inert(row.turn)} · thread ${inert(row.thread)} · ${inert(row.agent)} → ${inert(row.upstream)} · ${inert(row.dialect)}</p>`,
    listOf(entries),
  ];
  if (assembled !== null) {
    if (assembled.text !== '') parts.push(`<p class="dim">What the agent read</p><pre>${inert(assembled.text)}</pre>`);
    for (const call of assembled.calls)
      parts.push(`<p class="dim">Call the agent got: ${inert(call.name)}</p><pre>${inert(call.arguments)}</pre>`);
    parts.push(`<p class="dim">finish: ${inert(assembled.finish === '' ? 'none' : assembled.finish)}</p>`);
  }
  if (row.outcome !== 'pass_through') parts.push(...attempts.map((attempt) => rawOf(attempt.bytes, attempt.attempt)));
  return `<section>${parts.join('\n')}</section>\n`;
}

function rawOf(bytes: Uint8Array, attempt: number): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (text === '') return '';
  const more = text.length > maxRaw ? `<p class="dim">${text.length - maxRaw} more characters are in the HAR.</p>` : '';
  return `<p class="dim">What the model endpoint sent, send ${attempt + 1}</p><pre>${inert(text.slice(0, maxRaw))}</pre>${more}`;
}

function listOf(entries: readonly JournalEntry[]): string {
  const items = entries.flatMap((entry) => {
    const said = sayingOf(entry);
    return said === undefined ? [] : [`<li>${said}</li>`];
  });
  return items.length === 0 ? '' : `<ol>${items.join('\n')}</ol>`;
}

/** What an entry says to a person; undefined for those that the section's head says already. */
export function sayingOf(entry: JournalEntry): string | undefined {
  switch (entry.type) {
    case 'tool-call-recovered':
      return `<span class="good">recovered</span> ${inert(entry.call.name)} from ${inert(entry.format)}<pre>${inert(entry.excerpt)}</pre>`;
    case 'tool-call-healed':
      return `<span class="mend">healed</span> ${inert(entry.call.name)} by ${inert(entry.rule)}<pre>${inert(entry.before)}</pre>became<pre>${inert(entry.after)}</pre>`;
    case 'tool-call-held':
      return `<span class="wait">held</span> ${inert(entry.call.name)}: ${inert(entry.approval.reason)}${checksOf(entry.approval.checks)}<pre>${inert(entry.approval.original)}</pre>`;
    case 'approval-settled':
      return `<span class="wait">${inert(entry.verdict)}</span> ${inert(entry.call.name)} by ${inert(entry.by)}<pre>${inert(entry.call.arguments)}</pre>`;
    case 'tool-call-refused':
      return `<span class="stop">refused</span> ${inert(entry.reason)} ${inert(entry.format)}${checksOf(entry.checks)}<pre>${inert(entry.excerpt)}</pre>`;
    case 'leak-passed':
      return `left alone: ${inert(entry.reason)} ${inert(entry.format)}${checksOf(entry.checks)}<pre>${inert(entry.excerpt)}</pre>`;
    case 'tool-call-cancelled':
      return `<span class="stop">cancelled</span> ${inert(entry.call.name)}: ${inert(entry.cause)}`;
    case 'tool-call-answered':
      return `answered here: ${inert(entry.call.name)} ${inert(entry.pattern)}`;
    case 'tool-call-made':
      return `<span class="mend">made by Signalbox</span> ${inert(entry.call.name)} by ${inert(entry.rule)} for ${inert(entry.of)}<pre>${inert(entry.call.arguments)}</pre>`;
    case 'fault-classified':
      return `<span class="stop">tool error</span> ${inert(entry.tool)}: ${inert(entry.pattern)}, occurrence ${entry.occurrence}`;
    case 'guidance-sent':
      return `guidance ${inert(entry.pattern)}<pre>${inert(entry.text)}</pre>`;
    case 'circuit-opened':
      return `<span class="stop">circuit opened</span> ${inert(entry.tool)}: ${inert(entry.pattern)} after ${entry.occurrences}`;
    case 'circuit-closed':
      return `circuit closed: ${inert(entry.cause)}`;
    case 'loop-detected':
      return `<span class="stop">stuck loop</span> ${inert(entry.kind)}, ${entry.count} times<pre>${inert(entry.evidence.join('\n'))}</pre>`;
    case 'history-repaired':
    case 'stream-normalised':
      return `<span class="mend">${inert(entry.type)}</span><pre>${inert(entry.changes.join('\n'))}</pre>`;
    case 'reask-sent':
      return `<span class="wait">asked again</span>: ${inert(entry.cause)}<pre>${inert(entry.guidance)}</pre>`;
    case 'upstream-failed':
      return `<span class="stop">upstream failed</span>: ${inert(entry.cause)} ${entry.status} ${inert(entry.detail)}`;
    case 'upstream-retried':
      return `upstream asked again: ${inert(entry.cause)}`;
    case 'secret-redacted':
      return `${entry.count} secrets blanked in ${inert(entry.where)}: ${inert(entry.kinds.join(', '))}`;
    case 'limit-reached':
      return `limit reached: ${inert(entry.kind)} ${inert(entry.detail)}`;
    case 'stage-failed':
      return `<span class="stop">a check of Signalbox failed</span>: ${inert(entry.stage)}`;
    case 'steer-sent':
      return `the operator wrote<pre>${inert(entry.text)}</pre>`;
    case 'bypass-suspected':
      return `<span class="stop">bypass suspected</span>: ${inert(entry.detail)}`;
    default:
      return undefined;
  }
}

const checksOf = (
  checks: readonly { readonly number: number; readonly code: string; readonly state: string; readonly evidence: string }[],
): string =>
  checks.length === 0
    ? ''
    : `<table><tbody>${checks.map(({ number, code, state, evidence }) => `<tr><td>${number}</td><td>${inert(code)}</td><td class="${state === 'failed' ? 'stop' : 'dim'}">${inert(state)}</td><td>${inert(evidence)}</td></tr>`).join('')}</tbody></table>`;
