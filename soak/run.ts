// `npm run soak -- NAME`: runs one soak check, with SEED=, MINUTES= and the settings of the check. A seed repeats its choices.
import { ensureBuilt } from '../scripts/bootstrap.mjs';
import { fail } from '../scripts/progress.mjs';
import { runCrash } from './crash.ts';
import { runDelivery } from './delivery.ts';
import { FAILURES, type FailureName, runFailures } from './failures.ts';
import { runFuzz } from './fuzz/fuzz.ts';
import { runIdempotency } from './idempotency.ts';
import { runRotateKeys } from './rotate-keys.ts';
import { runSimulation } from './simulate/simulate.ts';
import type { Result } from './result.ts';

interface Settings {
  seed: number;
  minutes: number;
  /** Of the simulation: how many seeds, instead of a time. */
  seeds?: number | undefined;
  /** Of the simulation: how many steps per seed. */
  steps?: number | undefined;
  /** Of the fuzz: how many requests, instead of a time. */
  requests?: number | undefined;
  /** Of the idempotency load. */
  keys?: number | undefined;
  copies?: number | undefined;
  /** Of the rotation of keys. */
  secrets?: number | undefined;
  failures?: readonly FailureName[] | undefined;
}

const SOAKS: Record<string, (settings: Settings) => Promise<Result>> = {
  crash: runCrash,
  delivery: runDelivery,
  failures: runFailures,
  fuzz: runFuzz,
  idempotency: runIdempotency,
  'rotate-keys': runRotateKeys,
  simulate: runSimulation,
};

const name = process.argv[2] ?? '';
const soak = SOAKS[name];
if (!soak) fail(`Usage: [SEED=n] [MINUTES=n] npm run soak -- NAME, where NAME is ${Object.keys(SOAKS).join(', ')}`);

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const requests = readCount('REQUESTS');
// With REQUESTS, `fuzz` ends after that number of requests.
const minutes = Number(process.env.MINUTES ?? (requests === undefined ? 10 : 0));
if (!Number.isSafeInteger(seed) || !(minutes >= 0)) fail('SEED is an integer, MINUTES a number of at least 0.');
process.stdout.write(`${name}: SEED=${seed} MINUTES=${minutes}\n`);
await ensureBuilt().catch(fail);
const started_ms = Date.now();
const { ok, lines } = await soak({
  seed,
  minutes,
  seeds: readCount('SEEDS'),
  steps: readCount('STEPS'),
  requests,
  keys: readCount('KEYS'),
  copies: readCount('COPIES'),
  secrets: readCount('SECRETS'),
  failures: readFailures(),
}).catch(fail);
for (const line of lines) process.stdout.write(`  ${line}\n`);
process.stdout.write(`${name} ${ok ? 'ok' : 'FAILED'} after ${Math.round((Date.now() - started_ms) / 1000)} s\n`);
process.exit(ok ? 0 : 1);

function readCount(variable: string): number | undefined {
  const text = process.env[variable];
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) fail(`${variable} is an integer of at least 1.`);
  return count;
}

function readFailures(): readonly FailureName[] | undefined {
  const text = process.env.FAILURE;
  if (text === undefined) return undefined;
  const chosen = FAILURES.find((each) => each === text);
  if (chosen === undefined) return fail(`FAILURE is one of ${FAILURES.join(', ')}.`);
  return [chosen];
}
