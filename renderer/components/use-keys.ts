import { useEffect, useRef } from 'react';
import { type KeyAction, type KeyRow, keyTable } from './key-table.ts';

/** True where letters are text: a field, an editor. Single letters never fire there (design/mock, "Keys"). */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"], .cm-editor') !== null;

/** An open dialog or menu takes the keys. */
const isCovered = (): boolean =>
  document.querySelector('[role="dialog"][data-state="open"], [role="listbox"][data-state="open"], [role="menu"][data-state="open"]') !==
  null;

/** What of a key event the handlers use: the palette runs them without one. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'target' | 'preventDefault'>;

/** What is done here for the keys of the table. */
export type KeyHandlers = { readonly [A in KeyAction]?: ((press: KeyPress) => void) | undefined };

/** Handlers of what is on screen now, the last mounted last. */
const mounted = new Set<{ readonly current: KeyHandlers }>();

const actionsOf = (handlers: KeyHandlers): readonly KeyAction[] =>
  (Object.keys(handlers) as KeyAction[]).filter((action) => handlers[action] !== undefined);

/** Acts by the keys of the table. Plain keys do not fire while typing, under a dialog, or held down (some move again and again). */
export function useKeys(handlers: KeyHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const mod = event.ctrlKey || event.metaKey;
      if (event.altKey && !mod) return;
      const name = mod ? `mod+${event.key.toLowerCase()}` : event.key;
      const action = actionsOf(latest.current).find((each) => (keyTable[each].keys as readonly string[]).includes(name));
      if (action === undefined) return;
      const row: KeyRow = keyTable[action];
      if (!mod && (isTyping(event.target) || isCovered() || (event.repeat && row.repeat !== true))) return;
      latest.current[action]?.(event);
    };
    mounted.add(latest);
    window.addEventListener('keydown', onKey);
    return () => {
      mounted.delete(latest);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
}

/** What can be done by key where the operator is now, without what the palette leaves out: each with the way to do it. */
export function actionsHere(): readonly { readonly action: KeyAction; run(): void }[] {
  const found = new Map<KeyAction, () => void>();
  for (const handlers of mounted)
    for (const action of actionsOf(handlers.current)) {
      const row: KeyRow = keyTable[action];
      if (row.palette !== false)
        found.set(action, () => handlers.current[action]?.({ key: row.keys[0] ?? '', target: null, preventDefault: () => undefined }));
    }
  return [...found].map(([action, run]) => ({ action, run }));
}
