import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { contractWithoutSchemas } from './contract-without-schemas.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [contractWithoutSchemas(), react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', '*.test.ts'],
    setupFiles: ['src/test/setup.ts'],
    // Mantine's stylesheets are nothing that jsdom could judge.
    css: false,
    testTimeout: 30_000,
  },
});
