import { defineConfig } from 'vite';

/** The customer's pay page, apart from the dashboard: one script and one style sheet, for cheap phones. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/pay/',
  build: {
    outDir: 'dist',
    // Phones that are five years old.
    target: ['chrome90', 'safari14', 'firefox90'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
