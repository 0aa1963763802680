// `npm run build`: builds whatever the state of `out/`, and stamps it so that the next start does not build again.
import { resolve } from 'node:path';
import { buildNow } from './ensure-build.mjs';

process.exitCode = (await buildNow(resolve(import.meta.dirname, '..'))) ? 0 : 1;
