import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractWithoutSchemas } from './contract-without-schemas.ts';
import { collectStartModules } from './start-modules.ts';

const API = 'http://127.0.0.1:4000';

/** React, the router, the client state, and the parts of Mantine that the login page shows. */
const FIRST = new RegExp(
  'node_modules/(?:' +
    [
      '(?:react|react-dom|scheduler|clsx|zustand|use-sync-external-store)/',
      '@tanstack/(?:history|router-core|react-router|store|react-store)/',
      // Not what floats next to a control: the login page opens nothing.
      '@mantine/core/esm/(?:core/|utils/(?!Floating/))',
      '@mantine/core/esm/components/(?:ActionIcon|Alert|Anchor|Button|Center|CloseButton|Group|InlineInput|Input|InputBase|Loader|Paper|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)/',
    ].join('|') +
    ')',
);

/** Number of screens and dialogs from which on their common modules are loaded with the first one. */
const SHARED_BY = 5;
/** Source of one file of shared modules, which is an eighth of it on the wire: browsers fetch several at the same time. */
const SHARED_SOURCE_BYTES = 450_000;

const inSource = (file: string): string => path.join(import.meta.dirname, 'src', file);
const start = collectStartModules(inSource('main.tsx'), [inSource('app/routes/login-route.tsx')]);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [contractWithoutSchemas(), start.plugin, react()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // These know light-dark(), so that it is not written out.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // For the weight check and for preloading.
    manifest: true,
    // Every browser of the target knows modulepreload; the polyfill would only be weight.
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: `font-src 'self'` and `img-src 'self'` allow no data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs, in two files: libraries, which change seldom, and the product's own modules. Dozens of
          // small ones compress worse and wait for each other.
          groups: [
            { name: 'first', test: FIRST },
            { name: 'start', test: start.has },
            // What many screens share. Without it the first screen loads 175 scripts, most of them below 1 KB.
            { name: 'shared', minShareCount: SHARED_BY, maxSize: SHARED_SOURCE_BYTES },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': API, '/snap': API, '/healthz': API, '/pay/': API } },
  preview: { proxy: { '/api': API, '/snap': API, '/healthz': API, '/pay/': API } },
});
