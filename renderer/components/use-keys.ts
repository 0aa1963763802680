import { useEffect, useRef } from 'react';

/** True where letters are text: a field, an editor. Single letters never fire there (design/mock, "Keys"). */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"], .cm-editor') !== null;

/** An open dialog or menu takes the keys. */
const isCovered = (): boolean =>
  document.querySelector('[role="dialog"][data-state="open"], [role="listbox"][data-state="open"], [role="menu"][data-state="open"]') !==
  null;

export type KeyMap = { readonly [key: string]: (event: KeyboardEvent) => void };

/** `Ctrl/Cmd+K` as `mod+k`, plain keys as their `event.key`. Plain keys do not fire while typing, under a dialog, or held down. */
export function useKeys(map: KeyMap, { repeat = false }: { readonly repeat?: boolean | undefined } = {}): void {
  const latest = useRef(map);
  latest.current = map;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const mod = event.ctrlKey || event.metaKey;
      const name = mod ? `mod+${event.key.toLowerCase()}` : event.key;
      const run = Object.hasOwn(latest.current, name) ? latest.current[name] : undefined;
      if (run === undefined || (event.altKey && !mod)) return;
      if (!mod && (isTyping(event.target) || isCovered() || (event.repeat && !repeat))) return;
      run(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [repeat]);
}
