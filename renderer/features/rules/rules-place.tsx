import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { FindField } from '../../components/find-field.tsx';
import { Note } from '../../components/note.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { useConsole } from '../../store/console-store.ts';
import { FormatPanel } from './format-panel.tsx';
import { HealingPanel } from './healing-panel.tsx';
import { LoopPanel } from './loop-panel.tsx';
import { PatternPanel } from './pattern-panel.tsx';
import { RememberedRules } from './remembered-rules.tsx';

/** Leak formats, healing rules and fault patterns with their switches, loops with their thresholds, the rules an operator had remembered, and a place to try a reply. */
export function RulesPlace() {
  const store = useConsole();
  const { answer, again } = useAnswer('rules/list', {});
  const [find, setFind] = useState('');
  const known = answer.state === 'ready' ? answer.value : undefined;
  const wanted = find.trim().toLowerCase();
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
          <Tabs.Trigger className="tab" value="loops">
            Loops <span className="n">{known?.loops.length ?? ''}</span>
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="remembered">
            Approval rules <span className="n">{known?.rules.length ?? ''}</span>
          </Tabs.Trigger>
        </Tabs.List>
        <span className="spring" />
        <FindField label="Find a rule" value={find} onChange={setFind} />
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
        <PatternPanel patterns={known?.patterns ?? []} find={wanted} onSwitch={(id, value) => turn(`guidance.patterns.${id}`, value)} />
      </Tabs.Content>
      <Tabs.Content className="cols" value="loops">
        <LoopPanel loops={known?.loops ?? []} find={wanted} onChanged={again} />
      </Tabs.Content>
      <Tabs.Content className="cols" value="remembered">
        <RememberedRules rules={known?.rules ?? []} onChanged={again} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
