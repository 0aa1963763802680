import { createHash } from 'node:crypto';
// The build for Node declares a `require` of its own, which a bundled module must not.
import { Zip, ZipDeflate } from 'fflate/browser';
import type { ExportSource } from './export-source.ts';
import type { Exporter, ExportWish } from './exporter.ts';
import { type GuardCounts, SecretGuard } from './secret-guard.ts';

/** Goes up when a reader of the former version could misread a bundle. */
export const bundleVersion = 1;
export const manifestName = 'manifest.json';

/** `manifest.json`: what is in the bundle, its hashes, what was blanked, and the settings under which the verdicts were made. */
export interface BundleManifest {
  readonly type: 'signalbox-bundle';
  readonly version: number;
  readonly program: string;
  readonly createdAt: string;
  readonly scope: ExportSource['scope'];
  readonly turns: number;
  /** Turns whose bytes are kept and that can be played again; the others are only told of. */
  readonly replayable: number;
  readonly settings: ExportSource['settings'];
  readonly redaction: {
    /** Blanked when the journal was written, by kind of secret: places, not turns. */
    readonly journal: GuardCounts;
    /** Blanked by the guard in front of this bundle; null when it was switched off. */
    readonly guard: GuardCounts | null;
  };
  readonly files: readonly BundleFile[];
}

export interface BundleFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly redactions: GuardCounts;
}

/** The bundle of all these formats: a ZIP that reopens in the console and replays (interfaces 4.5). */
export const bundleOf = (inner: readonly Exporter[]): Exporter => ({
  id: 'bundle',
  title: 'Incident bundle (ZIP)',
  extension: '.zip',
  mediaType: 'application/zip',
  fileName: 'bundle.zip',
  write: (source, wish) => write(inner, source, wish),
});

/** Packed at once; between two slices the agents' traffic has its turn. */
const sliceBytes = 128 * 1024;
const breathe = (): Promise<void> => new Promise((next) => setImmediate(next));

async function* write(inner: readonly Exporter[], source: ExportSource, wish: ExportWish): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    out.push(chunk);
  });
  const files: BundleFile[] = [];
  let replayable = 0;
  // A ZIP knows no time before 1980, which is where a machine without a clock begins.
  const mtime = Math.max(source.createdAt, Date.UTC(1980, 0, 3));
  for (const exporter of inner) {
    const entry = new ZipDeflate(exporter.fileName, { level: 6 });
    entry.mtime = mtime;
    zip.add(entry);
    const guard = new SecretGuard(wish.known);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of exporter.write(source, wish)) {
      const data = typeof piece === 'string' ? Buffer.from(wish.redact ? guard.clean(piece) : piece, 'utf8') : piece;
      hash.update(data);
      bytes += data.length;
      if (exporter.id === 'exchanges') replayable += 1;
      for (let at = 0; at < data.length; at += sliceBytes) {
        entry.push(data.subarray(at, at + sliceBytes));
        yield* out.splice(0);
        await breathe();
      }
    }
    entry.push(new Uint8Array(0), true);
    yield* out.splice(0);
    const { fileName: name, mediaType } = exporter;
    files.push({ name, mediaType, bytes, sha256: hash.digest('hex'), redactions: guard.counts });
  }
  const manifest = new ZipDeflate(manifestName, { level: 6 });
  manifest.mtime = mtime;
  zip.add(manifest);
  manifest.push(Buffer.from(`${JSON.stringify(await manifestOf(source, wish, files, replayable), undefined, 2)}\n`, 'utf8'), true);
  zip.end();
  yield* out.splice(0);
}

async function manifestOf(
  source: ExportSource,
  wish: ExportWish,
  files: readonly BundleFile[],
  replayable: number,
): Promise<BundleManifest> {
  const { version: program, createdAt, scope, settings, turns } = source;
  return {
    type: 'signalbox-bundle',
    version: bundleVersion,
    program,
    createdAt: new Date(createdAt).toISOString(),
    scope,
    turns: turns.length,
    replayable,
    settings,
    redaction: { journal: await blankedOf(source), guard: wish.redact ? sumOf(files.map((file) => file.redactions)) : null },
    files,
  };
}

/** What the journal says that it blanked. */
async function blankedOf(source: ExportSource): Promise<GuardCounts> {
  const counts = new Map<string, number>();
  for await (const entry of source.entries())
    if (entry.type === 'secret-redacted' && entry.masked === undefined)
      for (const kind of entry.kinds) counts.set(kind, (counts.get(kind) ?? 0) + entry.count);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sumOf(all: readonly GuardCounts[]): GuardCounts {
  const sums = new Map<string, number>();
  for (const counts of all) for (const [kind, count] of Object.entries(counts)) sums.set(kind, (sums.get(kind) ?? 0) + count);
  return Object.fromEntries(sums);
}
