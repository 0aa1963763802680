import type { ExportScope } from './export-source.ts';
import type { Exporter } from './exporter.ts';

/** `signalbox-session-s_1a2b-2026-11-29T10-00-00.zip`: harmless on every file system, whatever an agent called its session. */
export function exportFileName({ extension }: Pick<Exporter, 'extension'>, scope: ExportScope, createdAt: number): string {
  const [kind, id] = Object.entries(scope)[0] ?? ['span', ''];
  const what = 'since' in scope || 'until' in scope || id === '' ? 'span' : `${kind}-${String(id)}`;
  const time = new Date(createdAt).toISOString().slice(0, 19).replaceAll(':', '-');
  return `signalbox-${what.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 60)}-${time}${extension}`;
}
