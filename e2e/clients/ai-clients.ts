import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, type LanguageModel, streamText, type ToolSet } from 'ai';
import type { Dialect } from '../../shared/vocabulary.ts';
import { bashSchema, type Client, type ClientCall, type ClientRun, failedRun } from './client-run.ts';

const models: Readonly<Record<Dialect, (base: string) => LanguageModel>> = {
  'openai-chat': (base) => createOpenAICompatible({ name: 'x', baseURL: `${base}/v1`, apiKey: 'none' })('m'),
  'anthropic-messages': (base) => createAnthropic({ baseURL: `${base}/v1`, apiKey: 'none' })('m'),
  'openai-responses': (base) => createOpenAI({ baseURL: `${base}/v1`, apiKey: 'none' }).responses('m'),
};

/** The AI SDK over each dialect. It reports a failed stream as a part, not by throwing. */
export const aiClients: readonly Client[] = (Object.keys(models) as Dialect[]).map((dialect) => ({
  name: 'ai',
  dialect,
  async run({ base, stream, prompt, signal }) {
    const request = {
      model: models[dialect](base),
      prompt,
      maxOutputTokens: 1000,
      maxRetries: 0,
      abortSignal: signal,
      tools: { bash: { inputSchema: jsonSchema(bashSchema) } } as ToolSet,
    };
    try {
      if (stream) return await streamed(streamText({ ...request, onError: () => undefined }).fullStream);
      const { text, toolCalls, finishReason } = await generateText(request);
      return { text, calls: toolCalls.filter((call) => call.invalid !== true).map(callOf), finish: finishReason, error: undefined };
    } catch (error) {
      return failedRun(error, error instanceof Error && error.name.startsWith('AI_'));
    }
  },
}));

const callOf = (call: { toolCallId: string; toolName: string; input: unknown }): ClientCall => ({
  id: call.toolCallId,
  name: call.toolName,
  arguments: JSON.stringify(call.input),
});

type Part = ReturnType<typeof streamText>['fullStream'] extends AsyncIterable<infer T> ? T : never;

async function streamed(parts: AsyncIterable<Part>): Promise<ClientRun> {
  let text = '';
  let finish: string | undefined;
  let error: ClientRun['error'];
  const calls: ClientCall[] = [];
  for await (const part of parts) {
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'tool-call' && part.invalid !== true) calls.push(callOf(part));
    if (part.type === 'finish') finish = part.finishReason;
    if (part.type === 'error') error ??= failedRun(part.error, true).error;
    if (part.type === 'abort') error ??= { name: 'abort', message: '', status: undefined, own: false };
  }
  // `error` as a finish reason is how this SDK says that the reply failed.
  if (finish === 'error') error ??= { name: 'finish', message: 'the finish reason is error', status: undefined, own: true };
  return { text, calls, finish, error };
}
