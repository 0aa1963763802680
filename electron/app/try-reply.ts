import type { Handlers } from '../../shared/ipc/contract.ts';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Dialect } from '../../shared/vocabulary.ts';
import { codecs } from '../core/dialect/registry.ts';
import { judgeReply } from '../core/leak/leak-scanner.ts';
import type { AdvertisedTool } from '../core/turn/turn.ts';

/** `rules/try`: what today's rules would do with a pasted reply, under the settings in force. Nothing is recorded. */
export function createTryReply(settings: () => Settings): Handlers['rules/try'] {
  return ({ text, tools, dialect }) => {
    const current = settings();
    const formats = current['recovery.formats'];
    const verdict = judgeReply(text, {
      tools: advertisedTools(tools, dialect),
      singleCall: false,
      structuredOutput: false,
      reasoning: '',
      hasNativeCall: false,
      endedByLength: false,
      barred: false,
      stopSequence: undefined,
      proseCeiling: current['recovery.proseCeiling'],
      maxHeldBytes: current['recovery.maxHeldBytes'],
      mode: current['recovery.mode'],
      formatSwitch: (id) => (Object.hasOwn(formats, id) ? formats[id] : undefined),
      manyChoices: false,
    });
    return {
      verdict: verdict.type,
      reason: verdict.reason,
      candidates: verdict.candidates.map((candidate) => ({
        format: candidate.format,
        reason: candidate.reason,
        span: candidate.span,
        checks: [...candidate.checks],
        calls: candidate.calls.map(({ name, arguments: json }) => ({ name, arguments: json })),
      })),
    };
  };
}

/** Reads tools as a request of their dialect would carry them; a bare `{name, parameters}` is taken as well. */
function advertisedTools(tools: readonly Json[], dialect: string | undefined): readonly AdvertisedTool[] {
  const known = dialectOf(tools, dialect);
  const given = tools
    .filter(isJsonObject)
    .map((tool) => (known === 'openai-chat' && tool['function'] === undefined ? { type: 'function', function: tool } : tool));
  const body = requestOf(known, given);
  const request = codecs[known].decodeRequest(body, JSON.stringify(body));
  return request.ok ? request.value.tools : [];
}

function dialectOf(tools: readonly Json[], dialect: string | undefined): Dialect {
  if (dialect !== undefined && Object.hasOwn(codecs, dialect)) return dialect as Dialect;
  const first = tools.find(isJsonObject);
  if (first?.['input_schema'] !== undefined) return 'anthropic-messages';
  return first?.['type'] === 'function' && first['function'] === undefined ? 'openai-responses' : 'openai-chat';
}

function requestOf(dialect: Dialect, tools: readonly JsonObject[]): JsonObject {
  const messages = [{ role: 'user', content: 'try' }];
  switch (dialect) {
    case 'openai-chat':
      return { model: 'try', messages, tools };
    case 'anthropic-messages':
      return { model: 'try', max_tokens: 1, messages, tools };
    case 'openai-responses':
      return { model: 'try', input: 'try', tools };
  }
}
