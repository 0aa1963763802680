import { useEffect, useMemo, useRef, useState } from 'react';
import type { SettingState } from '../../../shared/ipc/contract.ts';
import { FindField } from '../../components/find-field.tsx';
import { Note } from '../../components/note.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { useConsole } from '../../store/console-store.ts';
import type { Preferences } from '../../store/preferences.ts';
import { AboutSection } from './about-section.tsx';
import { AgentSection } from './agent-section.tsx';
import { ClearJournal } from './clear-journal.tsx';
import { SettingRow } from './setting-row.tsx';
import { settingNames, settingSections } from './setting-sections.ts';
import { UpstreamSection } from './upstream-section.tsx';

/** Set where they are seen: upstreams in their own section, the others under Rules; a change of those by file is confirmed here. */
const ownPlace: ReadonlySet<string> = new Set([
  'upstreams',
  'approval.rules',
  'recovery.formats',
  'healing',
  'loop.tools',
  'guidance.patterns',
]);

/** Saved as they are changed; a value that is not allowed says which key and what is. */
export function SettingsPlace({ onTheme }: { readonly onTheme: (theme: Preferences['theme']) => void }) {
  const store = useConsole();
  const { answer, again } = useAnswer('settings/get', {});
  const [find, setFind] = useState('');
  const [section, setSection] = useState('Upstreams');
  const [changed, setChanged] = useState<ReadonlyMap<string, SettingState>>(new Map());
  const body = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      store.onEntries((entries) => {
        if (!entries.some((entry) => entry.type === 'settings-changed')) return;
        setChanged(new Map());
        again();
      }),
    [store, again],
  );
  const settings = useMemo(
    () => (answer.state === 'ready' ? answer.value.settings.map((setting) => changed.get(setting.key) ?? setting) : []),
    [answer, changed],
  );
  const wanted = find.trim().toLowerCase();
  const sections = settingSections
    .map((each) => ({
      ...each,
      settings: settings.filter(
        (setting) =>
          (!ownPlace.has(setting.key) || (setting.pending !== undefined && setting.key !== 'upstreams')) &&
          settingSections.find((owner) => owner.prefixes.some((prefix) => setting.key.startsWith(prefix)))?.name === each.name &&
          (wanted === '' || `${setting.key} ${settingNames[setting.key] ?? ''} ${setting.help}`.toLowerCase().includes(wanted)),
      ),
    }))
    .filter((each) => each.settings.length > 0);
  const go = (name: string): void => {
    setSection(name);
    body.current?.querySelector(`[data-section="${name}"]`)?.scrollIntoView({ block: 'start' });
  };
  const onSaved = (setting: SettingState): void => {
    setChanged((before) => new Map(before).set(setting.key, setting));
    if (setting.key === 'look.theme' && (setting.value === 'system' || setting.value === 'dark' || setting.value === 'light')) {
      store.prefer({ theme: setting.value });
      onTheme(setting.value);
    }
    if (setting.key === 'look.rowHeight' && (setting.value === 'compact' || setting.value === 'comfortable'))
      store.prefer({ rowHeight: setting.value });
  };
  useSectionOnScroll(body, setSection);
  const found = sections.map((each) => each.name);
  const isThere = answer.state !== 'problem';
  const names = wanted === '' ? [...(isThere ? ['Upstreams', 'Agents'] : []), ...found, 'About'] : found;
  return (
    <>
      <div className="bar">
        <h1>Settings</h1>
        <span className="count ell">
          {answer.state === 'ready' ? (
            <>
              Saved as you change them, in <code className="xs">{answer.value.file}</code>
            </>
          ) : (
            ''
          )}
        </span>
        <span className="spring" />
        <FindField label="Find a setting or key" value={find} onChange={setFind} />
      </div>
      <div className="cols">
        <nav className="pane nav-list" aria-label="Sections">
          {names.map((name) => (
            <button key={name} type="button" aria-current={section === name ? 'true' : undefined} onClick={() => go(name)}>
              {name}
            </button>
          ))}
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
        <div ref={body} className="scroll" tabIndex={0} role="region" aria-label="Settings">
          {answer.state === 'problem' ? (
            <div className="banner">
              <Note tone="problem">{answer.error.message}</Note>
            </div>
          ) : null}
          {wanted === '' && isThere ? (
            <UpstreamSection
              setting={settings.find((setting) => setting.key === 'upstreams')}
              onSaved={(setting) => (onSaved(setting), again())}
            />
          ) : null}
          {wanted === '' && isThere ? <AgentSection /> : null}
          {sections.map((each) => (
            <section key={each.name} data-section={each.name} className="setting-section">
              <div className="section-head">
                <h2>{each.name}</h2>
                <span className="sm muted">{each.hint}</span>
              </div>
              {each.settings.map((setting) => (
                <SettingRow key={setting.key} setting={setting} onSaved={onSaved} />
              ))}
              {each.name === 'Journal' && wanted === '' ? <ClearJournal /> : null}
            </section>
          ))}
          {wanted !== '' && sections.length === 0 ? (
            <p className="none-found">
              No setting has “{find.trim()}” in its name, key or description. <kbd>Esc</kbd> in the search field shows all again.
            </p>
          ) : null}
          {wanted === '' ? <AboutSection /> : null}
        </div>
      </div>
    </>
  );
}

/** The list of sections follows the scroll. */
function useSectionOnScroll(body: React.RefObject<HTMLDivElement | null>, onSection: (name: string) => void): void {
  useEffect(() => {
    const box = body.current;
    if (box === null) return undefined;
    const onScroll = (): void => {
      const top = box.getBoundingClientRect().top + 24;
      const sections = [...box.querySelectorAll<HTMLElement>('[data-section]')];
      const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 2 && box.scrollHeight > box.clientHeight;
      const current = atEnd ? sections.at(-1) : sections.filter((each) => each.getBoundingClientRect().top <= top).at(-1);
      if (current?.dataset.section !== undefined) onSection(current.dataset.section);
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [body, onSection]);
}
