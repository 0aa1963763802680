import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const renderer = `${import.meta.dirname}/../../renderer`;

/** Builds the renderer alone, for looking at it without a host. The product is built by `electron.vite.config.ts`. */
export default defineConfig({
  root: renderer,
  base: './',
  plugins: [react()],
  build: { outDir: '/tmp/sb/preview-out', emptyOutDir: true, rolldownOptions: { input: { index: `${renderer}/index.html` } } },
});
