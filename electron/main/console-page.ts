import { protocol } from 'electron';
import { readStaticFile, securityHeaders } from '../app/static-files.ts';

/** The console's own scheme: a real origin, so that the policy `'self'` means our files and nothing else. */
const SCHEME = 'signalbox';
const CONSOLE_ORIGIN = `${SCHEME}://console`;
export const CONSOLE_URL = `${CONSOLE_ORIGIN}/index.html`;

/** Must run before the app is ready. */
export function announceConsoleScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Serves the built renderer under the scheme, with the same headers as served mode. */
export function serveConsolePage(rendererFolder: string): void {
  protocol.handle(SCHEME, async (request) => {
    const file = request.method === 'GET' ? await readStaticFile(rendererFolder, new URL(request.url).pathname) : undefined;
    if (file === undefined) return new Response('There is no such file.', { status: 404, headers: securityHeaders });
    return new Response(file.bytes, { headers: { ...securityHeaders, 'content-type': file.type, 'cache-control': file.cacheControl } });
  });
}

/** True for a page of the console itself. */
export const isConsolePage = (url: string): boolean => url.startsWith(`${CONSOLE_ORIGIN}/`);
