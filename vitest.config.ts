import { existsSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Real databases and browsers on two shared cores: an absolute limit only catches what hangs. */
const LIMIT_MS = 180_000;

/** The files of a worker share what they import: loading it again costs more than many of the files, and it holds no state. */
function project(name: string, include: string[], more: TestProjectInlineConfiguration['test'] = {}) {
  return {
    test: {
      name,
      include,
      isolate: false,
      testTimeout: LIMIT_MS,
      hookTimeout: LIMIT_MS,
      expect: { poll: { timeout: 20_000 } },
      ...more,
    },
  };
}

const server_setup = './server/test/global-setup.ts';
const retrying_waits = './scripts/retrying-waits.ts';

export default defineConfig({
  test: {
    // Tests of the server wait for their database and their bank a third of the time.
    maxWorkers: 3,
    projects: [
      project('contract', ['contract/src/**/*.test.ts']),
      project('client', ['client/src/**/*.test.ts']),
      project('server', ['server/**/*.test.ts'], {
        globalSetup: existsSync(server_setup) ? [server_setup] : [],
        setupFiles: [retrying_waits, './server/test/statement-recorder.ts'],
      }),
      project('bank', ['bank/**/*.test.ts'], { setupFiles: [retrying_waits] }),
      project('scripts', ['scripts/**/*.test.ts', 'bench/**/*.test.ts', 'soak/**/*.test.ts'], {
        setupFiles: [retrying_waits],
      }),
      './web/vitest.config.ts',
      './web/vitest.alone.config.ts',
    ],
  },
});
