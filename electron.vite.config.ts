import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const at = (path: string) => resolve(import.meta.dirname, path);

/** `scripts/ensure-build.mjs` builds beside `out/` and swaps, so that a program that starts meanwhile finds whole files. */
const out = process.env['SIGNALBOX_OUT'] ?? at('out');

/** What is never bundled: Electron itself and Node's own modules. All else is, so that a cold start reads few files. */
const external = ['electron', ...builtinModules.flatMap((name) => [name, `node:${name}`]), /^node:/];

export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      outDir: `${out}/main`,
      rolldownOptions: {
        input: {
          index: at('electron/main/index.ts'),
          serve: at('electron/serve/index.ts'),
          cli: at('electron/cli/index.ts'),
          'journal-worker': at('electron/journal/journal-worker.ts'),
          'hand-over-worker': at('electron/operator/hand-over-worker.ts'),
        },
        external,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload is CommonJS and may require nothing but `electron`.
      externalizeDeps: false,
      outDir: `${out}/preload`,
      rolldownOptions: {
        input: { index: at('electron/preload/index.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [react()],
    build: { outDir: `${out}/renderer`, emptyOutDir: true, minify: true, rolldownOptions: { input: { index: at('renderer/index.html') } } },
  },
});
