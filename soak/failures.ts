/**
 * Failures around the server while money operations run: the disk of the database full, the clock of the server's processes
 * moved by an hour in both directions, the database paused, the answer to a COMMIT lost. After each failure nothing may be lost,
 * doubled or unbalanced; during it the API answers 503 with Retry-After, and the repetition with the same key converges.
 */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startInstallation } from '../scripts/installation.ts';
import { startTemporaryPostgres } from '../server/src/embedded-postgres/start.ts';
import { getDatabaseUrl } from './database.ts';
import { startCommitProxy } from './failures/commit-proxy.ts';
import { canMount, mountSmallDisk } from './failures/disk.ts';
import { pauseDatabase } from './failures/pause.ts';
import { type Failure, type FailureEnvironment, type PhaseResult, runPhase } from './failures/phase.ts';
import { createRecords } from './load/records.ts';
import { createRandom } from './random.ts';
import type { Result } from './result.ts';

export const FAILURES = ['disk', 'clock', 'pause', 'commit'] as const;
export type FailureName = (typeof FAILURES)[number];

/** As long as the pause that the goal names. */
const FAILURE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Share of the commits whose answer is lost. */
const LOSS_SHARE = 0.03;

export interface FailuresOptions {
  seed: number;
  minutes: number;
  /** Duration of each failure. */
  failure_ms?: number | undefined;
  /** All by default. */
  failures?: readonly FailureName[] | undefined;
}

/** Inflicts every failure once, and again until the time is over. */
export async function runFailures(options: FailuresOptions): Promise<Result> {
  const { seed, minutes, failure_ms = FAILURE_MS, failures = FAILURES } = options;
  const end = Date.now() + minutes * 60_000;
  const found: PhaseResult[] = [];
  const rest = failures.filter((name) => name !== 'disk');
  if (failures.includes('disk')) found.push(...(await fillDisk(seed, failure_ms)));
  if (rest.length > 0) found.push(...(await runBehindProxy(rest, { seed, failure_ms, end })));
  const violations = found.flatMap((each) => each.violations);
  return {
    ok: violations.length === 0,
    lines: [
      `seed ${seed}: ${found.length} failures`,
      ...found.map(({ line }) => line),
      ...violations.map((violation) => `VIOLATION ${violation}`),
    ],
  };
}

/** On an installation with its own PostgreSQL, which must come back without help. */
async function fillDisk(seed: number, failure_ms: number): Promise<PhaseResult[]> {
  if (!canMount()) return [{ line: 'disk full: not run, because only root may mount a small disk', violations: [] }];
  const disk = mountSmallDisk();
  try {
    const { data_dir } = disk;
    const installation = await startInstallation({ data_dir, env: { SANDBOX_HISTORY: '0' }, separate_worker: true });
    try {
      const getUrl = () => getDatabaseUrl(installation);
      const environment = { installation, getDatabaseUrl: getUrl, records: createRecords(), seed, failure_ms };
      const full: Failure = {
        name: 'disk full',
        inflict: () => {
          disk.fill();
          // What PostgreSQL frees meanwhile, such as old log files, does not help it.
          const timer = setInterval(disk.fill, 500);
          return () => {
            clearInterval(timer);
            disk.free();
          };
        },
        describe: () =>
          `${installation.output().split('PostgreSQL ended').length - 1} ends of PostgreSQL, which started again`,
      };
      return [await runPhase(environment, full)];
    } finally {
      await installation.stop({ keep: true });
    }
  } finally {
    disk.remove();
  }
}

interface RunOptions {
  seed: number;
  failure_ms: number;
  end: number;
}

/** On an installation whose connections to PostgreSQL go through a proxy, and whose clock is in a file. */
async function runBehindProxy(failures: readonly FailureName[], { seed, failure_ms, end }: RunOptions) {
  const postgres = await startTemporaryPostgres({ fsync: true });
  const proxy = await startCommitProxy(postgres.port, createRandom(seed));
  const clock_file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-clock-')), 'offset_ms');
  try {
    const installation = await startInstallation({
      separate_worker: true,
      env: {
        SANDBOX: '1',
        SANDBOX_HISTORY: '0',
        DATABASE_URL: postgres.url.replace(`:${postgres.port}/`, `:${proxy.port}/`),
        SOAK_CLOCK_FILE: clock_file,
        NODE_OPTIONS: `--import ${fileURLToPath(new URL('./failures/shift-clock.ts', import.meta.url))}`,
      },
    });
    try {
      const environment: FailureEnvironment = {
        installation,
        getDatabaseUrl: () => postgres.url,
        records: createRecords(),
        seed,
        failure_ms,
      };
      const found: PhaseResult[] = [];
      do {
        for (const name of failures) {
          for (const failure of buildFailures(name, { clock_file, proxy, postmaster_pid: postgres.pid })) {
            found.push(await runPhase(environment, failure));
          }
        }
      } while (Date.now() < end && found.every(({ violations }) => violations.length === 0));
      return found;
    } finally {
      await installation.stop();
    }
  } finally {
    await proxy.stop();
    await postgres.stop();
    fs.rmSync(path.dirname(clock_file), { recursive: true });
  }
}

interface FailureTools {
  clock_file: string;
  proxy: Awaited<ReturnType<typeof startCommitProxy>>;
  postmaster_pid: number;
}

function buildFailures(name: FailureName, { clock_file, proxy, postmaster_pid }: FailureTools): Failure[] {
  if (name === 'clock') {
    return [HOUR_MS, -HOUR_MS].map((offset_ms) => ({
      name: `clock of the server ${offset_ms > 0 ? '+' : '-'}1 h`,
      moves_clock: true,
      inflict: () => {
        fs.writeFileSync(clock_file, String(offset_ms));
        return () => fs.writeFileSync(clock_file, '0');
      },
    }));
  }
  if (name === 'pause') return [{ name: 'database paused', inflict: () => pauseDatabase(postmaster_pid) }];
  if (name !== 'commit') return [];
  const before = proxy.countLost();
  return [
    {
      name: 'answer to COMMIT lost',
      inflict: () => {
        proxy.setLossShare(LOSS_SHARE);
        return () => proxy.setLossShare(0);
      },
      describe: () => `${proxy.countLost() - before} lost`,
    },
  ];
}
