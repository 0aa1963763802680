import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** A file of the built renderer. Names under `assets/` hold a hash of the content, so they may be kept for ever. */
export interface StaticFile {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly type: string;
  readonly cacheControl: string;
}

/** Reads the file of a URL path below `folder`; undefined when there is none. Never leaves the folder. */
export async function readStaticFile(folder: string, urlPath: string): Promise<StaticFile | undefined> {
  const path = pathBelow(folder, urlPath);
  if (path === undefined) return undefined;
  try {
    const bytes = await readFile(path);
    const isHashed = urlPath.startsWith('/assets/');
    return {
      bytes,
      type: types[extname(path)] ?? 'application/octet-stream',
      cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'no-store',
    };
  } catch {
    return undefined;
  }
}

function pathBelow(folder: string, urlPath: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0')) return undefined;
  const path = normalize(join(folder, decoded === '/' ? 'index.html' : decoded));
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep) ? path : undefined;
}

/**
 * Headers of every page and file of the console. Scripts only from our own files; styles may also be inline, since UI libraries insert
 * them; nothing is loaded from or sent to another origin; nobody may frame the console.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
};
