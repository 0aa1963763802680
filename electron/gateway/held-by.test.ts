import { expect, test } from 'vitest';
import { heldBy } from './held-by.ts';

test.each([
  [{ previous_response_id: 'resp_1' }, { reply: 'resp_1', conversation: undefined }],
  [{ conversation: 'conv_1' }, { reply: undefined, conversation: 'conv_1' }],
  [{ conversation: { id: 'conv_1' } }, { reply: undefined, conversation: 'conv_1' }],
  [{ thread: { id: 'thread_1' } }, { reply: undefined, conversation: 'thread_1' }],
  [{ prompt: { id: 'p' } }, { reply: undefined, conversation: undefined }],
])('%j', (body, named) => expect(heldBy({ serverHeld: true, body })).toEqual(named));

test('all is in the request', () => expect(heldBy({ serverHeld: false, body: { conversation: 'x' } })).toBeUndefined());
