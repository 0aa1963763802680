// `npm run build`: builds whatever the state of `out/`, and stamps it so that the next start does not build again.
import { resolve } from 'node:path';
import { build } from './ensure-build.mjs';

process.exitCode = (await build(resolve(import.meta.dirname, '..'))) ? 0 : 1;
