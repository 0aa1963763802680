import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Json } from '../../../shared/json.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { bundleVersion, manifestName } from '../exporters/bundle.ts';
import { exchangesExporter } from '../exporters/exchanges.ts';
import { jsonlExporter } from '../exporters/jsonl.ts';
import { isDeeperThan, maxFileDepth } from './json-depth.ts';
import { readExchanges, readLines } from './read-lines.ts';
import { readZip } from './read-zip.ts';
import type { Recording } from './recording.ts';

const maxManifest = 1024 * 1024;

const manifestShape = z.object({
  type: z.literal('signalbox-bundle'),
  version: z.number(),
  settings: z.record(
    z.string(),
    z.custom<Json>((value) => value !== undefined),
  ),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })).max(64),
});

/** An incident bundle: its manifest, every hash in it, its exchanges and entries. One bad part refuses it whole. */
export function readBundle(bytes: Uint8Array): Result<Recording, string> {
  const zip = readZip(bytes);
  if (!zip.ok) return zip;
  const files = zip.value;
  const manifest = readManifest(files.get(manifestName));
  if (!manifest.ok) return manifest;
  for (const { name, sha256 } of manifest.value.files) {
    const file = files.get(name);
    if (file === undefined) return fail(`${JSON.stringify(name.slice(0, 100))} is in the manifest and not in the bundle`);
    if (createHash('sha256').update(file).digest('hex') !== sha256)
      return fail(`${JSON.stringify(name.slice(0, 100))} is not what its hash in the manifest says: it was changed or damaged`);
  }
  const listed = new Set(manifest.value.files.map((file) => file.name));
  const exchanges = listed.has(exchangesExporter.fileName) ? files.get(exchangesExporter.fileName) : undefined;
  if (exchanges === undefined) return fail(`it has no ${exchangesExporter.fileName}`);
  const played = readExchanges(exchanges);
  if (!played.ok) return fail(`${exchangesExporter.fileName}: ${played.error}`);
  const entries = listed.has(jsonlExporter.fileName) ? files.get(jsonlExporter.fileName) : undefined;
  const journal = entries === undefined ? undefined : readLines(entries);
  if (journal !== undefined && !journal.ok) return fail(`${jsonlExporter.fileName}: ${journal.error}`);
  const [problem] = [...played.value.problems, ...(journal?.value.problems ?? [])];
  if (problem !== undefined) return fail(problem);
  return ok({
    kind: 'bundle',
    exchanges: played.value.exchanges,
    entries: journal?.value.entries ?? [],
    settings: manifest.value.settings,
    problems: [],
  });
}

function readManifest(bytes: Uint8Array | undefined): Result<z.infer<typeof manifestShape>, string> {
  if (bytes === undefined) return fail(`it has no ${manifestName}: it is no Signalbox bundle`);
  if (bytes.length > maxManifest) return fail(`its ${manifestName} is larger than ${maxManifest} bytes`);
  let value: unknown;
  try {
    const text = Buffer.from(bytes).toString('utf8');
    if (isDeeperThan(text)) return fail(`its ${manifestName} is nested deeper than ${maxFileDepth} levels`);
    value = JSON.parse(text);
  } catch {
    return fail(`its ${manifestName} is no JSON`);
  }
  const manifest = manifestShape.safeParse(value);
  if (!manifest.success)
    return fail(
      `its ${manifestName} is not as it should be: ${manifest.error.issues[0]?.path.join('.') ?? ''} ${manifest.error.issues[0]?.message ?? ''}`,
    );
  if (manifest.data.version !== bundleVersion)
    return fail(`it is a bundle of version ${manifest.data.version}; this Signalbox reads ${bundleVersion}`);
  return ok(manifest.data);
}
