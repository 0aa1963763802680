import { afterEach, expect, test } from 'vitest';
import { createCoreLane, createCoreRequestStage } from '../../gateway/core-lane.ts';
import { startTestGateway, type TestGateway } from '../../gateway/testing/test-gateway.ts';
import { runDemoAgent } from './demo-agent.ts';
import { startDemoModel } from './demo-model.ts';
import type { Story } from './demo-story.ts';
import { storyDocs } from './story-docs.ts';
import { storySearch } from './story-search.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(async () => stop?.());

/** Plays one telling of a story without pauses. */
async function told(story: Story): Promise<TestGateway['journal']> {
  const model = await startDemoModel([story], 0);
  const rows = new Map<string, string>();
  const decisions = {
    get: (key: string) => rows.get(key),
    setMany: (pairs: readonly (readonly [string, string])[]) => {
      for (const [key, value] of pairs) rows.set(key, value);
    },
  };
  const gateway = await startTestGateway(model.url, {
    createLane: createCoreLane,
    prepareRequest: createCoreRequestStage({ decisions, steers: { of: () => [], sent: () => undefined } }),
    decisions,
  });
  const ending = new AbortController();
  const playing = runDemoAgent(story, { gateway: gateway.url, pauseMs: 0, signal: ending.signal });
  stop = async () => {
    ending.abort();
    await playing;
    await gateway.gateway.stop();
    await model.close();
  };
  const turns = story.tasks.reduce((sum, task) => sum + task.steps.length, 0);
  await expect.poll(() => gateway.journal.of('turn-ended').length, { timeout: 15_000 }).toBeGreaterThanOrEqual(turns);
  await stop();
  stop = undefined;
  return gateway.journal;
}

test('the documentation story: recovered, guided, healed, mended, and left alone', async () => {
  const journal = await told(storyDocs);
  expect(journal.of('tool-call-recovered')[0]?.call.name).toBe('grep');
  expect(journal.of('guidance-sent')[0]?.pattern).toBe('EI/FILE_NOT_FOUND/001');
  const [healed] = journal.of('tool-call-healed');
  expect(healed?.rule).toBe('repair');
  expect(healed?.after.trim()).toBe('{"command": "git mv content/install.md content/start/install.md"}');
  expect(journal.of('tool-result-seen').find(({ callId }) => callId === healed?.ids?.[0])?.error).toBe(false);
  expect(journal.of('history-repaired')).not.toEqual([]);
  expect(journal.of('leak-passed')[0]?.reason).toBe('fenced');
});

test('the search story: numbers healed, a tool refused, an edit that opens its circuit', async () => {
  const journal = await told(storySearch);
  expect(journal.of('tool-call-healed')[0]?.rule).toBe('number-from-string');
  expect(journal.of('tool-call-refused')[0]?.reason).toBe('unadvertised');
  expect(
    journal
      .of('guidance-sent')
      .map(({ occurrence }) => occurrence)
      .slice(0, 3),
  ).toEqual([1, 2, 3]);
  expect(journal.of('circuit-opened')).not.toEqual([]);
}); // prettier-ignore
