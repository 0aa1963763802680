import { defaultSettings, type Settings } from '../../../shared/settings.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { recogniseAgent } from '../agent/recognise-agent.ts';
import { codecs } from '../dialect/registry.ts';
import { RequestLane, type RequestLaneInput, type RequestLaneResult } from '../pipeline/request-lane.ts';
import type { RequestLaneStage } from '../pipeline/request-lane-stage.ts';
import { stableHash } from '../turn/stable-hash.ts';
import { chooseUpstreamProfile } from '../upstream/choose-upstream-profile.ts';

export const listKey = (dialect: Dialect): 'messages' | 'input' => (dialect === 'openai-responses' ? 'input' : 'messages');

/** A request body with these messages. */
export function bodyOf(dialect: Dialect, messages: readonly JsonObject[], more: JsonObject = {}): string {
  const tools = { tools: [{ type: 'function', name: 'bash', function: { name: 'bash', parameters: { type: 'object' } } }] };
  return JSON.stringify({ model: 'm', stream: true, ...tools, ...more, [listKey(dialect)]: messages });
}

/** A request lane with a memory that outlives it: `restart` forgets everything but the stored decisions. */
export class RequestBench {
  readonly decisions = new Map<string, string>();
  readonly dialect: Dialect;
  private readonly stages: readonly RequestLaneStage[] | undefined;
  private lane: RequestLane;

  constructor(dialect: Dialect, stages?: readonly RequestLaneStage[]) {
    this.dialect = dialect;
    this.stages = stages;
    this.lane = new RequestLane(stages);
  }

  restart(): void {
    this.lane = new RequestLane(this.stages);
  }

  send(
    rawBody: string,
    options: {
      readonly steers?: readonly string[];
      readonly profile?: string;
      readonly thread?: string;
      readonly turn?: Partial<RequestLaneInput['turn']>;
      readonly settings?: Partial<Settings>;
      readonly loops?: boolean;
    } = {},
  ): RequestLaneResult & { readonly body: string } {
    const body = JSON.parse(rawBody) as JsonObject;
    const request = codecs[this.dialect].decodeRequest(body, rawBody);
    if (!request.ok) throw new Error(request.error.detail);
    const result = this.lane.run({
      request: request.value,
      rawBody,
      profile: recogniseAgent({}, request.value),
      settings: { ...defaultSettings, ...options.settings },
      switches: { hold: false, loops: options.loops ?? true, recovery: true },
      thread: options.thread ?? 't',
      upstream: chooseUpstreamProfile({ setting: options.profile, host: 'h', model: 'm' }),
      hashes: rollingHashes(body[listKey(this.dialect)]),
      decided: (key) => this.decisions.get(key),
      turn: { scope: 's', side: false, retry: false, guideOf: () => undefined, steers: options.steers ?? [], ...options.turn },
    });
    for (const [key, value] of result.decisions) this.decisions.set(key, value);
    return { ...result, body: result.body ?? rawBody };
  }
}

/** `cache_control` does not count, as in the gateway's hashes. */
export function rollingHashes(messages: Json | undefined): string[] {
  const rolling: string[] = [];
  for (const message of Array.isArray(messages) ? (messages as readonly Json[]) : []) {
    rolling.push(stableHash(`${rolling[rolling.length - 1] ?? ''}\n${JSON.stringify(withoutMarks(message))}`));
  }
  return rolling;
}

export function withoutMarks(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutMarks(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === 'cache_control' || inner === undefined ? [] : [[key, withoutMarks(inner)]])),
  );
}

/** The forwarded messages, as text, without marks. */
export function sentMessages(dialect: Dialect, body: string): string[] {
  const list = (JSON.parse(body) as JsonObject)[listKey(dialect)] as readonly Json[];
  return list.map((message) => JSON.stringify(withoutMarks(message)));
}
