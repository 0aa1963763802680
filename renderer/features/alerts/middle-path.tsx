import { inertLine } from '../../components/inert-text.ts';

/** A path that gives way in its middle: where it begins and what it names stay readable. */
export function MiddlePath({ path }: { readonly path: string }) {
  const line = inertLine(path, 1_000);
  const seam = Math.max(line.lastIndexOf('/'), line.lastIndexOf('\\'));
  return (
    <code className="path middle" title={line}>
      <span className="folders">{seam <= 0 ? '' : line.slice(0, seam)}</span>
      <span className="name">{seam <= 0 ? line : line.slice(seam)}</span>
    </code>
  );
}
