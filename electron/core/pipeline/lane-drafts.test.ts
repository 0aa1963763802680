import { expect, test } from 'vitest';
import type { DraftVerdict } from './lane-input.ts';
import { play } from '../testing/playbook.ts';
import { requestOf, streamOf } from '../testing/reply-builder.ts';

const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const holdsItsOwnCloser =
  '<｜DSML｜function_calls>\n<｜DSML｜invoke name="bash">\n<｜DSML｜parameter name="command" string="true">echo </｜DSML｜parameter> done</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>';

// Contract 2.3 check 6: the operator sees both readings, and no reading is delivered by itself.
test.each([
  [0, 'echo </｜DSML｜parameter> done'],
  [1, 'echo '],
])('reading %i of a call with two readings is the one that is delivered', (reading, command) => {
  const shown: unknown[] = [];
  const played = play({
    dialect: 'openai-chat',
    request: requestOf('openai-chat', [bash]),
    replies: [{ stream: streamOf('openai-chat', { text: holdsItsOwnCloser, finish: 'stop' }) }],
    verdict: (draft): DraftVerdict => {
      shown.push(draft.readings?.map(({ arguments: json }) => JSON.parse(json)));
      return { type: 'verdict', verdict: 'approve', reading, arguments: undefined, reason: undefined };
    },
  });
  expect(shown).toEqual([[{ command: 'echo </｜DSML｜parameter> done' }, { command: 'echo ' }]]);
  expect(played.sent).toContain(JSON.stringify(JSON.stringify({ command })).slice(1, -1));
});
