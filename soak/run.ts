// `npm run soak -- NAME`: runs one soak check, with SEED= and MINUTES=. A seed reproduces the same choices.
import { fail } from '../scripts/progress.mjs';
import { runCrash } from './crash.ts';
import { runDelivery } from './delivery.ts';
import { runFuzz } from './fuzz/fuzz.ts';
import { runIdempotency } from './idempotency.ts';
import { runSimulation } from './simulate/simulate.ts';
import type { Result } from './result.ts';

type Soak = (options: { seed: number; minutes: number; seeds?: number | undefined }) => Promise<Result>;

const SOAKS: Record<string, Soak> = {
  crash: runCrash,
  delivery: runDelivery,
  idempotency: runIdempotency,
  simulate: runSimulation,
  fuzz: runFuzz,
};

const name = process.argv[2] ?? '';
const soak = SOAKS[name];
if (!soak) fail(`Usage: [SEED=n] [MINUTES=n] npm run soak -- NAME, where NAME is ${Object.keys(SOAKS).join(', ')}`);

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const minutes = Number(process.env.MINUTES ?? 10);
// Of the simulation: how many seeds, instead of a time.
const seeds = process.env.SEEDS === undefined ? undefined : Number(process.env.SEEDS);
if (!Number.isSafeInteger(seed) || !(minutes > 0)) fail('SEED is an integer, MINUTES a number above 0.');
process.stdout.write(`${name}: SEED=${seed} MINUTES=${minutes}\n`);
const { ok, lines } = await soak({ seed, minutes, seeds }).catch(fail);
for (const line of lines) process.stdout.write(`  ${line}\n`);
process.stdout.write(`${name} ${ok ? 'ok' : 'FAILED'}\n`);
process.exit(ok ? 0 : 1);
