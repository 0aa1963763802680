import type { CallAnswer, CallBody } from '../../shared/ipc/contract.ts';
import type { Journal } from '../journal/journal-service.ts';

/** Handlers of `pins/list` and `pins/set`. */
export function pinCommands(journal: Pick<Journal, 'pins' | 'pin'>) {
  const list = async () => ({ pins: [...(await journal.pins())] });
  return {
    'pins/list': (): Promise<CallAnswer<'pins/list'>> => list(),
    'pins/set': async ({ pin, pinned }: CallBody<'pins/set'>): Promise<CallAnswer<'pins/set'>> =>
      (await journal.pin(pin, pinned))
        ? list()
        : { error: { code: 'full', message: 'Five hundred things are pinned already. Next: unpin what is no longer needed.' } },
  };
}
