import { Search } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useRef, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { useKeys } from '../../components/use-keys.ts';
import { useConsole } from '../../store/console-store.ts';
import type { FormatSwitch } from './format-switch.tsx';
import { FormatDetail } from './format-detail.tsx';
import { FormatTable } from './format-table.tsx';
import { RememberedRules } from './remembered-rules.tsx';
import { TryIt } from './try-it.tsx';

/** Leak formats with their switches, the rules an operator had remembered, and a place to try a reply. */
export function RulesPlace() {
  const store = useConsole();
  const { answer, again } = useAnswer('rules/list', {});
  const [selected, setSelected] = useState<string | undefined>(undefined);
  const [find, setFind] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const formats = answer.state === 'ready' ? answer.value.formats : [];
  const wanted = find.trim().toLowerCase();
  const shown = formats.filter((format) => wanted === '' || `${format.id} ${format.title} ${format.sample}`.toLowerCase().includes(wanted));
  const current = formats.find((format) => format.id === selected) ?? formats[0];
  const move = (step: number): void => {
    const at = shown.findIndex((format) => format.id === current?.id);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))];
    if (next !== undefined) setSelected(next.id);
  };
  useKeys({ j: () => move(1), k: () => move(-1) }, { repeat: true });
  useKeys({
    '/': (event) => {
      event.preventDefault();
      field.current?.focus();
    },
  });
  const turn = (id: string, value: FormatSwitch): void => {
    void store.client.call('settings/set', { key: `recovery.formats.${id}`, value }).then((result) => {
      if (!result.ok) store.toast(result.error.message, 'problem');
      else if ('error' in result.value) store.toast(result.value.error.message, 'problem');
      else again();
    });
  };
  return (
    <Tabs.Root className="place-tabs" defaultValue="formats">
      <div className="bar">
        <h1>Rules</h1>
        <Tabs.List className="tabs in-bar" aria-label="Kinds of rules">
          <Tabs.Trigger className="tab" value="formats">
            Formats <span className="n">{formats.length}</span>
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="remembered">
            Approval rules <span className="n">{answer.state === 'ready' ? answer.value.rules.length : ''}</span>
          </Tabs.Trigger>
        </Tabs.List>
        <span className="spring" />
        <div className="field find">
          <Icon of={Search} size="s" />
          <input
            ref={field}
            aria-label="Find a format"
            placeholder="Find a format"
            value={find}
            onChange={(event) => setFind(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && (setFind(''), event.currentTarget.blur())}
          />
          <span className="end">
            <kbd>/</kbd>
          </span>
        </div>
      </div>
      {answer.state === 'problem' ? (
        <div className="banner">
          <Note tone="problem">{answer.error.message}</Note>
        </div>
      ) : null}
      <Tabs.Content className="cols" value="formats">
        <section className="pane grow">
          <FormatTable formats={shown} selected={current?.id} onSelect={setSelected} onSwitch={turn} />
          <div className="flex sm muted legend-bar">
            <span>
              <b className="two">auto</b> dispatches when all checks pass
            </span>
            <span>
              <b className="two">ask</b> holds for you
            </span>
            <span>
              <b className="two">off</b> leaves the text as it is
            </span>
          </div>
        </section>
        <aside className="pane rule-side" aria-label="Format">
          {current === undefined ? null : <FormatDetail format={current} onSwitch={turn} />}
          <TryIt />
        </aside>
      </Tabs.Content>
      <Tabs.Content className="cols" value="remembered">
        <RememberedRules rules={answer.state === 'ready' ? answer.value.rules : []} onChanged={again} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
