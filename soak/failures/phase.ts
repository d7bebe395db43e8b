/** One failure under load: inflicted, lifted, waited out, and everything compared with the database afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../../scripts/installation.ts';
import { runLedgerVerifier, withOwner } from '../database.ts';
import { compareWithStored } from '../load/compare.ts';
import { startLoad } from '../load/load.ts';
import { type Answer, type MoneyRecords, countOperations, isSuccess } from '../load/records.ts';

const BEFORE_MS = 1_000;
const AFTER_MS = 1_500;
/** Generous; only detects a service that does not come back, or a request that never ends. */
const RECOVERY_TIMEOUT_MS = 120_000;
const SETTLE_TIMEOUT_MS = 180_000;
/** Requests of merchants that got no answer: their own limit is 45 seconds. */
const NO_ANSWER = 'no answer';

export interface Failure {
  name: string;
  /** Whether requests are also refused because their time or their token is not valid. */
  moves_clock?: boolean;
  /** Begins the failure. Returns the function that lifts it. */
  inflict: () => Promise<() => Promise<void> | void> | (() => Promise<void> | void);
  /** Observations during the failure, for the report. */
  describe?: () => string;
}

export interface FailureEnvironment {
  installation: Pick<Installation, 'url' | 'bank_url' | 'data_dir'>;
  getDatabaseUrl: () => string;
  /** Everything that was acknowledged since the installation began. */
  records: MoneyRecords;
  seed: number;
  failure_ms: number;
}

export interface PhaseResult {
  line: string;
  violations: string[];
}

export async function runPhase(environment: FailureEnvironment, failure: Failure): Promise<PhaseResult> {
  const { installation, getDatabaseUrl, records, seed, failure_ms } = environment;
  const answers = createAnswerCount(failure.moves_clock === true);
  let is_over = false;
  const before = countOperations(records);
  const load = await startLoad(installation, {
    seed,
    getDatabaseUrl,
    observer: answers,
    isOver: () => is_over,
    records,
  });
  const done = load.done.then(
    () => null,
    (error: unknown) => String(error),
  );
  await sleep(BEFORE_MS);
  const lift = await failure.inflict();
  await sleep(failure_ms);
  await lift();
  const lifted_at = performance.now();
  const has_recovered = await waitUntil(() => answers.hasRecovered(lifted_at), RECOVERY_TIMEOUT_MS);
  const recovery_s = ((performance.now() - lifted_at) / 1000).toFixed(1);
  await sleep(AFTER_MS);
  is_over = true;
  const unfinished = has_recovered ? await withTimeout(done, RECOVERY_TIMEOUT_MS) : 'the service did not come back';
  const { lost, duplicated } = await withOwner(getDatabaseUrl, (owner) =>
    compareWithStored(owner, records, SETTLE_TIMEOUT_MS),
  );
  const ledger = runLedgerVerifier(getDatabaseUrl(), installation.data_dir);
  const violations = [
    ...(unfinished === null ? [] : [unfinished]),
    ...answers.violations(),
    ...lost,
    ...duplicated,
    ...ledger.violations,
  ];
  const wrong = lost.length + duplicated.length + ledger.violations.length;
  const what = failure.describe === undefined ? '' : ` (${failure.describe()})`;
  return {
    line:
      `${failure.name} for ${failure_ms / 1000} s${what}: ${countOperations(records) - before} operations acknowledged, ` +
      `${wrong} wrong entries, back ${recovery_s} s after its end; ${answers.format()}; ${ledger.summary}`,
    violations: violations.map((violation) => `${failure.name}: ${violation}`),
  };
}

/** Counts answers, and notices those that a client must not get. */
function createAnswerCount(moves_clock: boolean) {
  const counts: Record<Answer['from'], Record<string, number>> = { api: {}, callbacks: {}, bank: {} };
  const wrong = new Map<string, number>();
  const latest: Partial<Record<Answer['from'], number>> = {};
  return {
    onAnswer: (answer: Answer): void => {
      const key = String(answer.status ?? NO_ANSWER);
      counts[answer.from][key] = (counts[answer.from][key] ?? 0) + 1;
      if (isSuccess(answer)) latest[answer.from] = Math.max(latest[answer.from] ?? 0, answer.started_at);
      const failure = findWrongAnswer(answer, moves_clock);
      if (failure !== null) wrong.set(failure, (wrong.get(failure) ?? 0) + 1);
    },
    hasRecovered: (since: number): boolean => (latest.api ?? 0) > since && (latest.callbacks ?? 0) > since,
    violations: (): string[] => [...wrong].map(([failure, count]) => `${count} × ${failure}`),
    format: (): string => `API ${JSON.stringify(counts.api)}, callbacks ${JSON.stringify(counts.callbacks)}`,
  };
}

/** SNAP BI has no 503: the bank repeats what was answered with 500. */
const CALLBACK_STATUSES: readonly (number | null)[] = [200, 500, null];
/** Response to a client whose clock, or whose token, is an hour off. */
const CLOCK_STATUSES: readonly (number | null)[] = [401, 429];

export function findWrongAnswer({ from, status, retry_after, text }: Answer, moves_clock: boolean): string | null {
  const shown = `${from} answered ${status ?? NO_ANSWER}: ${text.slice(0, 160)}`;
  if (from === 'bank') return null;
  if (from === 'callbacks') {
    const is_allowed = CALLBACK_STATUSES.includes(status) || (moves_clock && CLOCK_STATUSES.includes(status));
    return is_allowed ? null : shown;
  }
  if (status === null) return `a request of the API got no answer: ${text.slice(0, 160)}`;
  if (status < 500) return null;
  if (status !== 503) return shown;
  return retry_after === null ? '503 without Retry-After' : null;
}

async function waitUntil(isTrue: () => boolean, timeout_ms: number): Promise<boolean> {
  const deadline = Date.now() + timeout_ms;
  while (!isTrue()) {
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

const withTimeout = (done: Promise<string | null>, timeout_ms: number): Promise<string | null> =>
  Promise.race([
    done,
    new Promise<string>((resolve) => {
      setTimeout(() => resolve('some operations were not acknowledged'), timeout_ms).unref();
    }),
  ]);
