import Anthropic, { AnthropicError } from '@anthropic-ai/sdk';
import OpenAI, { OpenAIError } from 'openai';
import { bashSchema, type Client, type ClientRun, failedRun } from './client-run.ts';

const chat: Client = {
  name: 'openai',
  dialect: 'openai-chat',
  run: ({ base, stream, prompt, signal }) =>
    guarded(OpenAIError, async () => {
      const client = new OpenAI({ apiKey: 'none', baseURL: `${base}/v1`, maxRetries: 0 });
      const request = {
        model: 'm',
        messages: [{ role: 'user' as const, content: prompt }],
        tools: [{ type: 'function' as const, function: { name: 'bash', parameters: bashSchema } }],
      };
      const completion = stream
        ? await client.chat.completions.stream(request, { signal }).finalChatCompletion()
        : await client.chat.completions.create(request, { signal });
      const choice = completion.choices[0];
      const calls = (choice?.message.tool_calls ?? []).flatMap((call) =>
        call.type === 'function' ? [{ id: call.id, name: call.function.name, arguments: call.function.arguments }] : [],
      );
      return { text: choice?.message.content ?? '', calls, finish: choice?.finish_reason, error: undefined };
    }),
};

const responses: Client = {
  name: 'openai',
  dialect: 'openai-responses',
  run: ({ base, stream, prompt, signal }) =>
    guarded(OpenAIError, async () => {
      const client = new OpenAI({ apiKey: 'none', baseURL: `${base}/v1`, maxRetries: 0 });
      const request = {
        model: 'm',
        input: prompt,
        tools: [{ type: 'function' as const, name: 'bash', parameters: bashSchema, strict: false }],
      };
      const response = stream
        ? await client.responses.stream(request, { signal }).finalResponse()
        : await client.responses.create(request, { signal });
      if (response.status === 'failed') throw new OpenAIError(`${response.error?.code}: ${response.error?.message}`);
      const calls = response.output.flatMap((item) =>
        item.type === 'function_call' ? [{ id: item.call_id, name: item.name, arguments: item.arguments }] : [],
      );
      return { text: response.output_text ?? '', calls, finish: response.status, error: undefined };
    }),
};

const messages: Client = {
  name: '@anthropic-ai/sdk',
  dialect: 'anthropic-messages',
  run: ({ base, stream, prompt, signal }) =>
    guarded(AnthropicError, async () => {
      const client = new Anthropic({ apiKey: 'none', baseURL: base, maxRetries: 0 });
      const request = {
        model: 'm',
        max_tokens: 1000,
        messages: [{ role: 'user' as const, content: prompt }],
        tools: [{ name: 'bash', input_schema: bashSchema }],
      };
      const message = stream
        ? await client.messages.stream(request, { signal }).finalMessage()
        : await client.messages.create(request, { signal });
      return {
        text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        calls: message.content.flatMap((block) =>
          block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: JSON.stringify(block.input) }] : [],
        ),
        finish: message.stop_reason ?? undefined,
        error: undefined,
      };
    }),
};

/** The vendors' own SDKs. */
export const vendorClients: readonly Client[] = [chat, messages, responses];

async function guarded(Own: typeof OpenAIError | typeof AnthropicError, run: () => Promise<ClientRun>): Promise<ClientRun> {
  try {
    return await run();
  } catch (error) {
    // The Responses stream of this SDK rejects with the API's own error event as it came.
    return failedRun(error, error instanceof Own || (error as { type?: unknown } | null)?.type === 'error');
  }
}
