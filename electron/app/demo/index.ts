import { setTimeout as sleep } from 'node:timers/promises';
import { runDemoAgent } from './demo-agent.ts';
import { type DemoModel, startDemoModel } from './demo-model.ts';
import { stories } from './stories.ts';

const FRAME_MS = 25;
const PAUSE_MS = 2500;

export interface Demo {
  readonly model: DemoModel;
  /** Lets the scripted agents work against the gateway. */
  play(gateway: string): void;
  stop(): Promise<void>;
}

/** `--demo`: a built-in model and agents (design 4.1). Nothing leaves the machine. */
export async function startDemo(): Promise<Demo> {
  const model = await startDemoModel(stories, FRAME_MS);
  const ending = new AbortController();
  return {
    model,
    play(gateway) {
      stories.forEach(
        (story, index) => void playLater(index * 1200, () => runDemoAgent(story, { gateway, pauseMs: PAUSE_MS, signal: ending.signal })),
      );
    },
    async stop() {
      ending.abort();
      await model.close();
    },
  };

  async function playLater(ms: number, play: () => Promise<void>): Promise<void> {
    await sleep(ms, undefined, { signal: ending.signal }).then(play, () => undefined);
  }
}
