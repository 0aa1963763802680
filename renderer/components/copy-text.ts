import type { ConsoleStore } from '../store/console-store.ts';

/** Copies from a menu, which closes with it: the window says that it was done. */
export function copyText(store: ConsoleStore, text: string): void {
  void navigator.clipboard.writeText(text).then(
    () => store.toast('Copied'),
    () => store.toast('The clipboard could not be written. Next: select the text and copy it by key.', 'problem'),
  );
}
