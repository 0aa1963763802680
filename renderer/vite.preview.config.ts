import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the renderer alone, for looking at it without a host. The product is built by `electron.vite.config.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: { outDir: '/tmp/sb/preview-out', emptyOutDir: true, rolldownOptions: { input: { index: `${import.meta.dirname}/index.html` } } },
});
