import { expect, test } from 'vitest';
import { chooseUpstreamProfile } from './choose-upstream-profile.ts';

test.each([
  [{ setting: undefined, host: 'api.mistral.ai', model: 'x' }, 'mistral'],
  [{ setting: undefined, host: '127.0.0.1', model: 'mistralai/Devstral-2' }, 'mistral'],
  [{ setting: undefined, host: '127.0.0.1', model: 'qwen3-mistral-merge' }, 'generic'],
  [{ setting: 'generic', host: 'api.mistral.ai', model: 'mistral-large' }, 'generic'],
  [{ setting: 'text-required', host: 'h', model: 'm' }, 'text-required'],
  [{ setting: 'unknown', host: 'h', model: 'm' }, 'generic'],
  [{ setting: undefined, host: 'bedrock-runtime.eu-west-1.amazonaws.com', model: 'm' }, 'bedrock'],
])('%j is %s', (from, id) => expect(chooseUpstreamProfile(from).id).toBe(id));
