/**
 * Idempotency load: sends every key many times concurrently over real connections, many of which are dropped and retried,
 * to every route that moves money. Every key must have one effect, and all its responses must be identical.
 */
import { forEachConcurrently } from '../server/src/jobs/for-each.ts';
import { verifyLedger } from '../server/src/ledger/verifier.ts';
import { type SoakEnvironment, startEnvironment } from './environment.ts';
import { type StormFixtures, createStormFixtures } from './idempotency/fixtures.ts';
import { MONEY_SCENARIOS, listKeyedRoutes } from './idempotency/money-routes.ts';
import type { MoneyScenario } from './idempotency/scenario.ts';
import { type KeyedRequest, type RequestCounts, type Load, sendCopies } from './idempotency/send-copies.ts';
import { createRandom } from './random.ts';
import type { Result } from './result.ts';

const COPIES = 20;
const KEYS = 1_000;
/** Keys that are sent concurrently. */
const CONCURRENT_KEYS = 6;
/** Gets the keys that the limits of other routes leave over. */
const UNLIMITED_ROUTE = 'createQrisPayment';

export interface IdempotencyOptions {
  seed: number;
  keys?: number | undefined;
  copies?: number | undefined;
}

/** `keys` and `copies` default to 1,000 and 20; the duration is not used. */
export async function runIdempotency({ seed, keys = KEYS, copies = COPIES }: IdempotencyOptions): Promise<Result> {
  const environment = await startEnvironment();
  try {
    const counts: RequestCounts = { sent: 0, cut: 0, busy: 0, overloaded: 0, limited: 0 };
    const load: Load = { environment, random: createRandom(seed), copies, counts };
    const fixtures = await createStormFixtures(environment, seed);
    const lines: string[] = [];
    const violations: string[] = [];
    let effects = 0;
    for (const [name, share] of shareKeys(keys)) {
      const found = await sendToRoute({ load, fixtures }, { name, keys: share });
      lines.push(`${name}: ${share} keys × ${copies}, ${found.effects} effects`);
      violations.push(...found.violations);
      effects += share;
    }
    const { discrepancies, transfers } = await verifyLedger(environment.deps.db);
    violations.push(...discrepancies.map(({ kind, object_id, detail }) => `ledger: ${kind} ${object_id} ${detail}`));
    return {
      ok: violations.length === 0,
      lines: [
        `seed ${seed}: ${effects} keys × ${copies} over ${lines.length} routes, ${counts.sent} requests, ${counts.cut} connections dropped; ` +
          `${counts.busy} conflicts, ${counts.overloaded} overloads and ${counts.limited} limits retried; ledger of ${transfers} transfers verified`,
        ...lines,
        ...violations.map((violation) => `VIOLATION ${violation}`),
      ],
    };
  } finally {
    await environment.stop();
  }
}

/** Shares the keys evenly, up to the limit of each route. */
export function shareKeys(keys: number): [string, number][] {
  const names = Object.keys(MONEY_SCENARIOS);
  const shares = new Map<string, number>();
  let left = keys;
  for (const [index, name] of names.entries()) {
    const even = Math.ceil(left / (names.length - index));
    const share = Math.min(even, MONEY_SCENARIOS[name]?.keys_max ?? even);
    shares.set(name, share);
    left -= share;
  }
  shares.set(UNLIMITED_ROUTE, (shares.get(UNLIMITED_ROUTE) ?? 0) + left);
  return [...shares].filter(([, share]) => share > 0);
}

interface LoadContext {
  load: Load;
  fixtures: StormFixtures;
}

async function sendToRoute(
  { load, fixtures }: LoadContext,
  { name, keys }: { name: string; keys: number },
): Promise<{ effects: number; violations: string[] }> {
  const scenario = MONEY_SCENARIOS[name] as MoneyScenario;
  const wanted = String(listKeyedRoutes().find((route) => route.name === name)?.status ?? 200);
  const violations: string[] = [];
  let effects = 0;
  const sendRequests = async (requests: KeyedRequest[], first: number): Promise<void> => {
    const before = await countEffects(load.environment, scenario);
    await forEachConcurrently([...requests.entries()], CONCURRENT_KEYS, async ([index, request]) => {
      const key = `storm-${name}-${first + index}`;
      const responses = await sendCopies(load, request, key);
      if (responses.length > 1) violations.push(`${key}: ${responses.length} responses: ${responses.join(' | ')}`);
      const [response = ''] = responses;
      if (!response.startsWith(`${wanted} `)) violations.push(`${key} was answered ${response.slice(0, 300)}`);
    });
    if (scenario.has_jobs === true) await load.environment.runDueJobs();
    effects += (await countEffects(load.environment, scenario)) - before;
  };
  if (scenario.is_sequential === true) {
    for (let index = 0; index < keys; index++) await sendRequests(await scenario.prepare(fixtures, 1), index);
  } else await sendRequests(await scenario.prepare(fixtures, keys), 0);
  const expected = keys * (scenario.effects_per_key ?? 1);
  if (effects !== expected) violations.push(`${name}: ${effects} effects of ${keys} keys, not ${expected}`);
  return { effects, violations };
}

async function countEffects({ owner }: SoakEnvironment, { effects }: MoneyScenario): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(effects);
  return rows[0]?.n ?? 0;
}
