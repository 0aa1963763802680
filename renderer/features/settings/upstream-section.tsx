import { Plus, Server } from 'lucide-react';
import { useState } from 'react';
import type { SettingState } from '../../../shared/ipc/contract.ts';
import { isJsonObject, type Json } from '../../../shared/json.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { Note } from '../../components/note.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { useConsole } from '../../store/console-store.ts';
import { PendingChange } from './setting-row.tsx';
import { ProbeState } from './probe-state.tsx';
import { keyPlaces, UpstreamPanel } from './upstream-panel.tsx';
import { type Probe, useProbes } from './use-probes.ts';

/** Model endpoints by name; the first is the default. */
export function UpstreamSection({
  setting,
  onSaved,
}: {
  readonly setting: SettingState | undefined;
  readonly onSaved: (setting: SettingState) => void;
}) {
  const store = useConsole();
  const { answer, again } = useAnswer('upstreams/list', {});
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string | undefined>(undefined);
  const [open, setOpen] = useState<string | undefined>(undefined);
  const { probes, test, forget } = useProbes(setOpen);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const rows = answer.state === 'ready' ? answer.value.upstreams : [];
  const save = (value: Json): void => {
    setProblem(undefined);
    void store.client.call('settings/set', { key: 'upstreams', value }).then((result) => {
      if (!result.ok) return setProblem(result.error.message);
      if ('error' in result.value) return setProblem(result.value.error.message);
      setAdding(false);
      setRemoving(undefined);
      onSaved(result.value.setting);
      return again();
    });
  };
  const current = isJsonObject(setting?.value) ? setting.value : {};
  const settle = (accept: boolean): void => {
    void store.client.call('settings/confirm', { key: 'upstreams', accept }).then((result) => {
      if (!result.ok) return setProblem(result.error.message);
      if ('error' in result.value) return setProblem(result.value.error.message);
      onSaved(result.value.setting);
      return again();
    });
  };
  const opened = rows.find((row) => row.name === open);
  const first = rows.find((row) => !row.onlyByName)?.name;
  return (
    <section data-section="Upstreams" className="setting-section">
      <div className="section-head">
        <h2>Upstreams</h2>
        <span className="sm muted">where requests go; /up/NAME in an agent's base URL picks one</span>
        <span className="spring" />
        {rows.length > 1 ? <Button onClick={() => rows.forEach(({ name }) => test(name))}>Test all</Button> : null}
        <Button icon={Plus} onClick={() => setAdding(true)} disabled={adding || setting === undefined}>
          Add
        </Button>
      </div>
      <div className="table" role="table" aria-label="Upstreams">
        <div className="head up-grid" role="row">
          <span role="columnheader">
            <span className="sr">Kind</span>
          </span>
          <span role="columnheader">Name</span>
          <span role="columnheader">URL</span>
          <span role="columnheader">State</span>
          <span role="columnheader">Key</span>
          <span role="columnheader">
            <span className="sr">Actions</span>
          </span>
        </div>
        {answer.state === 'ready' && rows.length === 0 ? (
          <p className="pad sm muted">None. Requests go to the vendors' own addresses, chosen by route.</p>
        ) : null}
        {rows.map((row) => (
          <div key={row.name} className="row up-grid" role="row">
            <span role="cell" className="muted flex">
              <Icon of={Server} size="s" />
            </span>
            <span role="cell" className="one">
              {inertLine(row.name, 64)}
            </span>
            <span role="cell" className="args">
              {inertLine(row.url, 300)}
              {row.profile === null ? null : <span className="muted xs"> as {inertLine(row.profile, 40)}</span>}
              {row.name === first ? <span className="muted xs"> default</span> : null}
              {row.onlyByName ? <span className="muted xs"> by name only</span> : null}
            </span>
            <span role="cell">
              <ProbeState probe={probes.get(row.name)} />
            </span>
            <span role="cell" className="dim">
              {row.keyPlace !== null ? keyPlaces[row.keyPlace] : row.sealed !== null ? 'sealed, not in use' : "the agent's own"}
            </span>
            <span role="cell" className="flex row-end">
              {removing === row.name ? (
                <>
                  <Button
                    look="danger"
                    small
                    onClick={() => save(Object.fromEntries(Object.entries(current).filter(([name]) => name !== row.name)))}
                  >
                    Remove it
                  </Button>
                  <Button small look="ghost" onClick={() => setRemoving(undefined)}>
                    Keep
                  </Button>
                </>
              ) : (
                <>
                  <Button
                    small
                    aria-label={`Test ${inertLine(row.name, 64)}`}
                    disabled={probes.get(row.name) === 'asking'}
                    onClick={() => test(row.name)}
                  >
                    Test
                  </Button>
                  <Button
                    small
                    look="ghost"
                    aria-expanded={open === row.name}
                    onClick={() => setOpen(open === row.name ? undefined : row.name)}
                  >
                    Key…
                  </Button>
                  <Button small look="ghost" disabled={!Object.hasOwn(current, row.name)} onClick={() => setRemoving(row.name)}>
                    Remove…
                  </Button>
                </>
              )}
            </span>
          </div>
        ))}
        {opened === undefined || answer.state !== 'ready' ? null : (
          <UpstreamPanel
            key={opened.name}
            row={opened}
            keptIn={answer.value.keptIn}
            probe={told(probes.get(opened.name))}
            onChanged={() => (forget(opened.name), again())}
            onLeave={() => setOpen(undefined)}
          />
        )}
        {adding ? <AddUpstream onAdd={(name, url) => save({ ...current, [name]: { url } })} onLeave={() => setAdding(false)} /> : null}
      </div>
      {setting?.pending === undefined ? null : (
        <div className="banner">
          <PendingChange pending={setting.pending} onSettle={settle} />
        </div>
      )}
      {problem === undefined ? null : (
        <div className="banner">
          <Note tone="problem">{problem}</Note>
        </div>
      )}
      {answer.state === 'problem' ? (
        <div className="banner">
          <Note tone="problem">{answer.error.message}</Note>
        </div>
      ) : null}
    </section>
  );
}

const told = (probe: Probe | 'asking' | undefined): Probe | undefined => (probe === 'asking' ? undefined : probe);

function AddUpstream({ onAdd, onLeave }: { readonly onAdd: (name: string, url: string) => void; readonly onLeave: () => void }) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const ready = name.trim() !== '' && url.trim() !== '';
  return (
    <form
      className="flex add-upstream"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onAdd(name.trim(), url.trim());
      }}
      onKeyDown={(event) => event.key === 'Escape' && onLeave()}
    >
      <span className="field setting">
        {/* biome-ignore lint/a11y/noAutofocus: the form was asked for */}
        <input
          autoFocus
          aria-label="Name of the upstream"
          placeholder="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </span>
      <span className="field grow">
        <input
          aria-label="URL of the upstream"
          placeholder="https://host/v1"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </span>
      <Button look="primary" type="submit" disabled={!ready}>
        Add
      </Button>
      <Button look="ghost" onClick={onLeave}>
        Cancel
      </Button>
    </form>
  );
}
