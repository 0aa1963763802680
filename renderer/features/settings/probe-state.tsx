import type { Probe } from './use-probes.ts';

/** The result of a test in a column's width: whether it answers, and how fast. */
export function ProbeState({ probe }: { readonly probe: Probe | 'asking' | undefined }) {
  if (probe === undefined) return <span className="dim">not tested</span>;
  if (probe === 'asking') return <span className="dim">asking…</span>;
  const wantsKey = probe.status === 401 || probe.status === 403;
  const isWell = probe.reachable && probe.status !== null && probe.status < 500;
  return (
    <span className="flex tight">
      <i className={isWell ? (wantsKey ? 'dot warn' : 'dot ok') : 'dot bad'} />
      {wantsKey ? 'wants a key' : isWell ? 'answers' : probe.reachable ? `answers ${probe.status}` : 'no answer'}
      {probe.latencyMs === null ? null : <span className="muted">{probe.latencyMs} ms</span>}
    </span>
  );
}
