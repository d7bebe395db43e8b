import { type Plugin, defineConfig } from 'vite';

/** Packages that read files of their own, are native, or are optional: they stay in node_modules. */
const EXTERNAL = ['@node-rs/argon2', 'sharp', 'ssh2', 'pdfkit', 'idn-area-data', 'pg-native', 'typescript'];

/** The server in a few files of JavaScript instead of 2,200 modules (decision 0169). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [escapeNonAscii()],
  ssr: { noExternal: true, external: EXTERNAL },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node24',
    sourcemap: true,
    // Readable, without comments: small enough, and what a stack trace names can be found.
    minify: false,
    rolldownOptions: {
      output: { comments: false, entryFileNames: 'main.js', chunkFileNames: 'assets/[name]-[hash].js' },
    },
  },
});

/** V8 keeps a text with a single character outside Latin-1 at two bytes per character: 5 MB more for the main file. */
function escapeNonAscii(): Plugin {
  return {
    name: 'escape-non-ascii',
    // After everything else has been written: only strings and regular expressions are left to contain such characters.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escapeCodeUnit);
    },
  };
}

const escapeCodeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
