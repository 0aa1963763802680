// The build for Node declares a `require` of its own, which a bundled module must not.
import { unzipSync } from 'fflate/browser';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { oddFileIn } from './zip-kinds.ts';

/** Bounds of a bundle from outside. */
export interface ZipBounds {
  readonly maxFiles: number;
  /** All files together, unpacked. */
  readonly maxBytes: number;
  /** Unpacked over packed, of a file of more than `ratioFrom` bytes. */
  readonly maxRatio: number;
  readonly ratioFrom: number;
}

export const bundleBounds: ZipBounds = { maxFiles: 64, maxBytes: 512 * 1024 * 1024, maxRatio: 600, ratioFrom: 1024 * 1024 };

/** DEFLATE and stored: nothing else is in a bundle. */
const methods: ReadonlySet<number> = new Set([0, 8]);

/**
 * Unpacks a ZIP that nobody vouches for. Nothing is unpacked before its directory was checked: number, sizes, ratio, names. What a directory
 * says too low does not help it: a file gets no more room than it names. The error says what is wrong.
 */
export function readZip(bytes: Uint8Array, bounds: ZipBounds = bundleBounds): Result<ReadonlyMap<string, Uint8Array>, string> {
  const names = new Set<string>();
  let total = 0;
  let problem: string | undefined;
  const look = (file: {
    readonly name: string;
    readonly size: number;
    readonly originalSize: number;
    readonly compression: number;
  }): boolean => {
    total += file.originalSize;
    problem ??= problemOf(file, names, total, bounds);
    names.add(file.name);
    return problem === undefined;
  };
  try {
    // First the directory alone: no file is unpacked while a later one may be refused.
    unzipSync(bytes, { filter: (file) => (look(file), false) });
    problem ??= oddFileIn(bytes);
    if (problem !== undefined) return fail(problem);
    const files = unzipSync(bytes, { filter: (file) => !file.name.endsWith('/') });
    return ok(new Map(Object.entries(files)));
  } catch (error) {
    return fail(`it is damaged (${error instanceof Error ? error.message : String(error)})`);
  }
}

function problemOf(
  file: { readonly name: string; readonly size: number; readonly originalSize: number; readonly compression: number },
  names: ReadonlySet<string>,
  total: number,
  bounds: ZipBounds,
): string | undefined {
  const { name, size, originalSize } = file;
  const shown = JSON.stringify(name.slice(0, 100));
  if (names.size >= bounds.maxFiles) return `it holds more than ${bounds.maxFiles} files`;
  if (names.has(name)) return `it holds ${shown} twice`;
  if (!isPlainName(name)) return `the file name ${shown} leaves its folder or is no plain name`;
  if (!methods.has(file.compression)) return `${shown} is packed in a way that bundles do not use (method ${file.compression})`;
  if (!Number.isSafeInteger(originalSize) || total > bounds.maxBytes) return `unpacked it is larger than ${bounds.maxBytes} bytes`;
  if (originalSize > bounds.ratioFrom && originalSize > size * bounds.maxRatio)
    return `${shown} unpacks to ${originalSize} bytes from ${size}: more than ${bounds.maxRatio} times, as a ZIP bomb does`;
  return undefined;
}

/** Letters, digits and a few signs, one level of folders at most; nothing that a file system or an object reads as something else. */
function isPlainName(name: string): boolean {
  if (name.length > 200 || name === '__proto__') return false;
  return name
    .split('/')
    .every((part, index, parts) => (part === '' && index === parts.length - 1 && index > 0) || /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part));
}
