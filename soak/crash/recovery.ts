/** Measures how long the parts of an installation take to work again after a kill. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { InstallationPart } from '../../scripts/installation.ts';
import { withOwner } from '../database.ts';
import { type Answer, isSuccess } from '../load/records.ts';

/** Lifetime of a connection. */
const CONNECTION_MS = 10_000;
const HEARTBEAT_POLL_MS = 200;

/** Whose answers show that a part works again. The heartbeat of a worker comes from its successor. */
const SIGNS: Record<InstallationPart, readonly (Answer['from'] | 'worker')[]> = {
  server: ['api', 'callbacks'],
  postgres: ['api', 'callbacks'],
  bank: ['bank'],
  worker: ['worker'],
};

export interface RecoveryWatch {
  onKill: (part: InstallationPart) => void;
  /** A request that began after a kill and succeeded ends the wait for its part. */
  onAnswer: (answer: Answer) => void;
  onHeartbeat: () => void;
  /** Kills whose part does not work again yet. */
  listWaiting: () => InstallationPart[];
  /** Times to the first success, in milliseconds. */
  times: Record<InstallationPart, number[]>;
}

export function createRecoveryWatch(now: () => number = () => performance.now()): RecoveryWatch {
  let waiting: { part: InstallationPart; killed_at: number }[] = [];
  const times: RecoveryWatch['times'] = { server: [], worker: [], bank: [], postgres: [] };
  const onSign = (sign: Answer['from'] | 'worker', started_at: number): void => {
    waiting = waiting.filter(({ part, killed_at }) => {
      if (!SIGNS[part].includes(sign) || started_at <= killed_at) return true;
      times[part].push(now() - killed_at);
      return false;
    });
  };
  return {
    onKill: (part) => waiting.push({ part, killed_at: now() }),
    onAnswer: (answer) => {
      if (isSuccess(answer)) onSign(answer.from, answer.started_at);
    },
    onHeartbeat: () => onSign('worker', now()),
    listWaiting: () => waiting.map(({ part }) => part),
    times,
  };
}

/** Reports each new worker by its first heartbeat until `isOver`. */
export async function watchHeartbeats(
  getDatabaseUrl: () => string,
  watch: Pick<RecoveryWatch, 'onHeartbeat'>,
  isOver: () => boolean,
): Promise<void> {
  const known = new Set<string>();
  let is_first = true;
  while (!isOver()) {
    // `withOwner` is patient for a limited time from its beginning: a long run would end with the first lost connection.
    const until = Date.now() + CONNECTION_MS;
    await withOwner(getDatabaseUrl, async (owner) => {
      while (!isOver() && Date.now() < until) {
        const { rows } = await owner.query<{ id: string }>('select id from app.worker');
        const is_new = rows.some(({ id }) => !known.has(id));
        for (const { id } of rows) known.add(id);
        if (is_new && !is_first) watch.onHeartbeat();
        is_first = false;
        await sleep(HEARTBEAT_POLL_MS);
      }
    });
  }
}

/** The smallest value that at least the share of all values does not exceed. */
export function getPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** `postgres: 75 kills, first success after 0.80 s (p50), 1.90 s (p95), 2.40 s (longest)`. A kill at the end has no time. */
export function formatRecovery(part: string, kills: number, times: readonly number[]): string {
  if (times.length === 0) return `${part}: ${kills} kills`;
  const [p50, p95, longest] = [0.5, 0.95, 1].map((share) => (getPercentile(times, share) / 1000).toFixed(2));
  return `${part}: ${kills} kills, first success after ${p50} s (p50), ${p95} s (p95), ${longest} s (longest)`;
}
