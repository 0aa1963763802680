import { isJsonObject } from '../../../shared/json.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { jsonlVersion } from '../exporters/jsonl.ts';
import { readExchangeLine } from '../replay/exchange-line.ts';
import type { RecordedExchange } from '../replay/recorded-exchange.ts';
import { isDeeperThan, maxFileDepth } from './json-depth.ts';
import { maxEntries, maxExchanges, type Recording } from './recording.ts';

const maxLine = 64 * 1024 * 1024;
const LF = 0x0a;

interface Line {
  /** From 1. */
  readonly number: number;
  readonly value: Result<unknown, string>;
}

/** Lines of JSON, one at a time: blank ones are left out, an over-long one is a problem of its own. */
function* jsonLines(bytes: Uint8Array): Generator<Line> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let number = 0;
  for (let at = 0; at < buffer.length; ) {
    const found = buffer.indexOf(LF, at);
    const end = found < 0 ? buffer.length : found;
    number += 1;
    if (end - at > maxLine) yield { number, value: fail(`is longer than ${maxLine} bytes`) };
    else {
      const text = buffer
        .toString('utf8', at, end)
        .replace(/^\uFEFF/, '')
        .trim();
      if (text !== '') yield { number, value: parsed(text) };
    }
    at = end + 1;
  }
}

function parsed(text: string): Result<unknown, string> {
  if (isDeeperThan(text)) return fail(`is nested deeper than ${maxFileDepth} levels`);
  try {
    return ok(JSON.parse(text) as unknown);
  } catch (error) {
    return fail(`is no JSON (${error instanceof Error ? error.message.slice(0, 120) : 'unreadable'})`);
  }
}

/** A file of JSON lines: journal entries behind their head line, or exchanges of the `check` format. */
export function readLines(bytes: Uint8Array): Result<Recording, string> {
  const first = jsonLines(bytes).next().value as Line | undefined;
  if (first === undefined) return fail('it is empty');
  const head = first.value.ok ? first.value.value : undefined;
  return isJsonObject(head) && head['type'] === 'signalbox-journal' ? readEntries(bytes, head['version']) : readExchanges(bytes);
}

/** The lines of the `check` format. A bad line is a problem, the others are read. */
export function readExchanges(bytes: Uint8Array): Result<Recording, string> {
  const exchanges: RecordedExchange[] = [];
  const problems: string[] = [];
  for (const { number, value } of jsonLines(bytes)) {
    if (exchanges.length >= maxExchanges) return fail(`it holds more than ${maxExchanges} exchanges`);
    const read = value.ok ? readExchangeLine(value.value, `line-${number}`) : value;
    if (read.ok) exchanges.push(read.value);
    else problems.push(`line ${number}: ${read.error}`);
  }
  return ok({ kind: 'exchanges', exchanges, entries: [], settings: undefined, problems });
}

function readEntries(bytes: Uint8Array, version: unknown): Result<Recording, string> {
  if (version !== jsonlVersion) return fail(`it is a journal of version ${String(version)}; this Signalbox reads ${jsonlVersion}`);
  const entries: JournalEntry[] = [];
  const problems: string[] = [];
  let lines = 0;
  for (const { number, value } of jsonLines(bytes)) {
    if (++lines === 1) continue;
    if (entries.length >= maxEntries) return fail(`it holds more than ${maxEntries} entries`);
    const entry = value.ok ? value.value : undefined;
    if (isEntry(entry)) entries.push(entry);
    else problems.push(`line ${number}: ${value.ok ? 'is no journal entry' : value.error}`);
  }
  return ok({ kind: 'journal', exchanges: [], entries, settings: undefined, problems });
}

/** The head that every entry has; its body is only shown. */
const isEntry = (value: unknown): value is JournalEntry =>
  isJsonObject(value) &&
  Number.isSafeInteger(value['seq']) &&
  typeof value['at'] === 'number' &&
  ['session', 'thread', 'turn', 'type'].every((key) => typeof value[key] === 'string') &&
  ['info', 'notice', 'alert'].includes(String(value['level']));
