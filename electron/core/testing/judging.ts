import { defaultSettings, type Settings } from '../../../shared/settings.ts';
import { genericAgent } from '../agent/profiles/index.ts';
import { openAiChatCodec } from '../dialect/openai-chat/codec.ts';
import { healingCall } from '../healing/healing-call.ts';
import type { HealingCall, HealingContext } from '../healing/healing-rule.ts';
import type { LaneContext } from '../pipeline/lane-context.ts';
import { createToolCatalog } from '../turn/tool-catalog.ts';
import type { AdvertisedTool, HistoryItem, ReplyCall, TurnRequest } from '../turn/turn.ts';

/** A request that offers these tools. */
export const requestWith = (tools: readonly AdvertisedTool[], more: Partial<TurnRequest> = {}): TurnRequest => ({
  dialect: 'openai-chat',
  model: 'm',
  stream: true,
  tools,
  openToolSet: false,
  singleCall: false,
  structuredOutput: false,
  choices: 1,
  background: false,
  serverHeld: false,
  stopSequences: [],
  history: [],
  keys: {},
  body: {},
  ...more,
});

/** What the ruling on native calls looks at. */
export const laneWith = (
  tools: readonly AdvertisedTool[],
  settings: Partial<Settings> = {},
  request: Partial<TurnRequest> = {},
): LaneContext => ({
  codec: openAiChatCodec,
  request: requestWith(tools, request),
  profile: genericAgent,
  sentBody: '{}',
  settings: { ...defaultSettings, ...settings },
  formatSwitch: () => undefined,
  holdEverything: false,
  observeOnly: false,
  cutBefore: false,
  idStyle: 'dialect',
  historyHash: 'h',
});

/** A closed native call. */
export const nativeCall = (name: string, text: string, more: Partial<ReplyCall> = {}): ReplyCall => ({
  key: '0/0',
  choice: 0,
  id: 'call_1',
  name,
  kind: 'function',
  arguments: text,
  complete: true,
  ...more,
});

export const healingContext = (tools: readonly AdvertisedTool[], history: readonly HistoryItem[] = []): HealingContext => ({
  request: requestWith(tools, { history }),
  profile: genericAgent,
  catalog: createToolCatalog(tools),
});

/** A call as rules see it. */
export function callFor(context: HealingContext, name: string, text: string): HealingCall {
  const call = healingCall(name, text, context);
  if (call === undefined) throw new Error(`no JSON object: ${text}`);
  return call;
}
