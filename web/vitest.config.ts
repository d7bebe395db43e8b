import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { contractWithoutSchemas } from './contract-without-schemas.ts';

/** Tests that leave something behind: the mounted page, its emptied head, a started error reporter. */
export const ALONE = ['src/main.test.ts', 'src/app/errors/error-reporting.test.ts'];

/** `isolate`: whether each file gets a browser and modules of its own, which costs more than most files themselves. */
export function webProject(name: string, isolate: boolean, include: string[], exclude: string[]) {
  return defineConfig({
    root: import.meta.dirname,
    plugins: [contractWithoutSchemas(), react()],
    test: {
      name,
      isolate,
      // Screens compute and hardly wait: a third worker on two cores made them a fifth slower. So they run after the others.
      maxWorkers: 2,
      sequence: { groupOrder: 1 },
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
      include,
      exclude: ['**/node_modules/**', ...exclude],
      setupFiles: ['src/test/setup.ts', '../scripts/retrying-waits.ts'],
      // Mantine's stylesheets are nothing that jsdom could judge.
      css: false,
      // On a busy machine a form takes many seconds to fill: the limits only catch what hangs.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 20_000 } },
    },
  });
}

export default webProject('web', false, ['src/**/*.test.ts', 'src/**/*.test.tsx', '*.test.ts'], ALONE);
