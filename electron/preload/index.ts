import { contextBridge, ipcRenderer } from 'electron';
import type { FeedBatch } from '../../shared/ipc/contract.ts';
import { type CallOutcome, type ConsoleCommand, type DesktopBridge, desktopChannels } from '../../shared/ipc/desktop-bridge.ts';

let subscriptions = 0;

/** Follows one channel; the answer ends it. */
function listen<A extends readonly unknown[]>(channel: string, onMessage: (...args: A) => void): () => void {
  const listener = (_event: unknown, ...args: unknown[]) => onMessage(...(args as unknown as A));
  ipcRenderer.on(channel, listener);
  return () => {
    ipcRenderer.removeListener(channel, listener);
  };
}

const bridge: DesktopBridge = {
  call: (name, body) => ipcRenderer.invoke(desktopChannels.call, name, body) as Promise<CallOutcome>,
  subscribe(after, onBatch, console) {
    subscriptions += 1;
    const own = subscriptions;
    const stop = listen<[number, FeedBatch]>(desktopChannels.batch, (subscription, batch) => {
      if (subscription === own) onBatch(batch);
    });
    ipcRenderer.send(desktopChannels.subscribe, own, after, console);
    return () => {
      stop();
      ipcRenderer.send(desktopChannels.unsubscribe, own);
    };
  },
  shows: (session) => ipcRenderer.send(desktopChannels.shows, session ?? ''),
  onCommand: (listener) => listen<[ConsoleCommand]>(desktopChannels.command, listener),
};

contextBridge.exposeInMainWorld('operator', bridge);
