import { ContextMenu as Radix } from 'radix-ui';
import type { MouseEvent, ReactElement } from 'react';
import { useEffect, useState } from 'react';

export type MenuItem = { readonly label: string; readonly act: () => void; readonly disabled?: boolean | undefined } | 'line';

/**
 * Where nothing has the focus (`j` chose the row), the event of the key goes to whatever stands at the page's corner: it is handed on to the
 * row that is selected. A pointer's event has the button 2, or Ctrl on a Mac.
 */
function useMenuWithoutFocus(selected: string | undefined): void {
  useEffect(() => {
    if (selected === undefined) return;
    const handOn = (event: globalThis.MouseEvent): void => {
      if (event.defaultPrevented || !event.isTrusted || event.button === 2 || event.ctrlKey || document.activeElement !== document.body)
        return;
      const row = document.querySelector<HTMLElement>(`[data-menu="${CSS.escape(selected)}"]`);
      if (row === null) return;
      event.preventDefault();
      const { left, bottom } = row.getBoundingClientRect();
      const at = { clientX: left + 24, clientY: bottom };
      row.dispatchEvent(new globalThis.MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
    };
    document.addEventListener('contextmenu', handOn);
    return () => document.removeEventListener('contextmenu', handOn);
  }, [selected]);
}

/**
 * The menu of a right click, of Shift F10 and of the menu key. One for a whole list: `itemsOf` is asked for the row under the event, which
 * carries `data-menu`, or for the selected one when the keyboard opened it.
 */
export function ContextMenu({
  itemsOf,
  selected,
  children,
}: {
  readonly itemsOf: (id: string) => readonly MenuItem[];
  readonly selected: string | undefined;
  readonly children: ReactElement;
}) {
  const [items, setItems] = useState<readonly MenuItem[]>([]);
  useMenuWithoutFocus(selected);
  const onContextMenu = (event: MouseEvent): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-menu]') : null;
    const id = row?.dataset['menu'] ?? selected;
    const found = id === undefined ? [] : itemsOf(id);
    setItems(found);
    // Without a row there is nothing to offer: the browser's own menu stays away as well.
    if (found.length === 0) event.preventDefault();
  };
  return (
    <Radix.Root>
      <Radix.Trigger asChild onContextMenu={onContextMenu}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu">
          {items.map((item, at) =>
            item === 'line' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
              <Radix.Separator key={at} className="menu-line" />
            ) : (
              <Radix.Item key={item.label} className="menu-item" disabled={item.disabled === true} onSelect={item.act}>
                {item.label}
              </Radix.Item>
            ),
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
