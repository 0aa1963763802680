import { ChevronDown, Plus, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { memo } from 'react';
import { Icon } from '../../components/icon.tsx';
import { useConsole, useConsoleState } from '../../store/console-store.ts';

/** Filters that this window remembers. */
export const SavedFilters = memo(function SavedFilters({ filter }: { readonly filter: string }) {
  const store = useConsole();
  const saved = useConsoleState((state) => state.preferences.savedFilters);
  const known = saved.includes(filter);
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="select">
        Saved filters <Icon of={ChevronDown} size="s" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          {saved.map((each) => (
            <DropdownMenu.Item key={each} className="menu-item" onSelect={() => store.prefer({ filter: each })}>
              <code>{each}</code>
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item
            className="menu-item"
            disabled={filter === '' || known}
            onSelect={() => store.prefer({ savedFilters: [...saved, filter] })}
          >
            <Icon of={Plus} size="s" />
            Save this filter
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className="menu-item"
            disabled={!known}
            onSelect={() => store.prefer({ savedFilters: saved.filter((each) => each !== filter) })}
          >
            <Icon of={Trash2} size="s" />
            Forget this filter
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" disabled={filter === ''} onSelect={() => store.prefer({ filter: '' })}>
            Clear
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
});
