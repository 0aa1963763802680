import { useConsole, useConsoleState } from '../../store/console-store.ts';

export function AboutSection() {
  const about = useConsoleState((state) => state.about);
  const store = useConsole();
  const rows: readonly (readonly [string, string])[] = [
    ['Version', about?.version ?? 'not known yet'],
    ['Gateway', about?.gateway ?? 'not known yet'],
    ['Data folder', about?.data ?? 'not known yet'],
    ['Console', store.client.host === 'desktop' ? 'desktop window, no console port' : 'in a browser, signed in by token'],
  ];
  return (
    <section data-section="About" className="setting-section">
      <div className="section-head">
        <h2>About</h2>
      </div>
      <dl className="kv about">
        {rows.map(([name, value]) => (
          <div key={name} className="pair">
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
