import { Search } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useRef, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { useKeys } from '../../components/use-keys.ts';
import { useConsole } from '../../store/console-store.ts';
import { FormatPanel } from './format-panel.tsx';
import { HealingPanel } from './healing-panel.tsx';
import { PatternPanel } from './pattern-panel.tsx';
import { RememberedRules } from './remembered-rules.tsx';

/** Leak formats and healing rules with their switches, fault patterns, the rules an operator had remembered, and a place to try a reply. */
export function RulesPlace() {
  const store = useConsole();
  const { answer, again } = useAnswer('rules/list', {});
  const [find, setFind] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const known = answer.state === 'ready' ? answer.value : undefined;
  const wanted = find.trim().toLowerCase();
  useKeys({
    filter: (event) => {
      event.preventDefault();
      field.current?.focus();
    },
  });
  const turn = (key: string, value: string): void => {
    void store.client.call('settings/set', { key, value }).then((result) => {
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
            Formats <span className="n">{known?.formats.length ?? ''}</span>
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="healing">
            Healing <span className="n">{known?.healing.length ?? ''}</span>
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="patterns">
            Fault patterns <span className="n">{known?.patterns.length ?? ''}</span>
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="remembered">
            Approval rules <span className="n">{known?.rules.length ?? ''}</span>
          </Tabs.Trigger>
        </Tabs.List>
        <span className="spring" />
        <div className="field find">
          <Icon of={Search} size="s" />
          <input
            ref={field}
            aria-label="Find a rule"
            placeholder="Find a rule"
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
        <FormatPanel formats={known?.formats ?? []} find={wanted} onSwitch={(id, value) => turn(`recovery.formats.${id}`, value)} />
      </Tabs.Content>
      <Tabs.Content className="cols" value="healing">
        <HealingPanel rules={known?.healing ?? []} find={wanted} onSwitch={(id, value) => turn(`healing.${id}`, value)} />
      </Tabs.Content>
      <Tabs.Content className="cols" value="patterns">
        <PatternPanel patterns={known?.patterns ?? []} find={wanted} />
      </Tabs.Content>
      <Tabs.Content className="cols" value="remembered">
        <RememberedRules rules={known?.rules ?? []} onChanged={again} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
