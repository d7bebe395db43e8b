import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractWithoutSchemas } from './contract-without-schemas.ts';

const API = 'http://127.0.0.1:4000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [contractWithoutSchemas(), react()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // These know light-dark(), so that it is not written out.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // For whoever weighs the bundle or preloads parts of it.
    manifest: true,
    // Every browser of the target knows modulepreload; the polyfill would only be weight.
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: `font-src 'self'` and `img-src 'self'` allow no data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Schemas of the contract that nothing uses any more; see contract-without-schemas.ts.
      treeshake: { manualPureFunctions: ['z', 'idOf', 'page', 'oneOrMany', 'needs'] },
    },
  },
  server: { proxy: { '/api': API, '/snap': API, '/healthz': API } },
  preview: { proxy: { '/api': API, '/snap': API, '/healthz': API } },
});
