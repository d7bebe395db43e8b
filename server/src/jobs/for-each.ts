/** Work on many objects at the same time, with a limit. */
import type { Deps } from '../deps.ts';

/** Runs `work` for each item, at most `concurrency` at the same time. The first error rejects. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = items.values();
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

/** The same for the due objects of a job: a failure is logged and stops no other object; the next run retries it. */
export const forEachDue = <T extends { id: string }>(
  { log }: Pick<Deps, 'log'>,
  { due, concurrency }: { due: readonly T[]; concurrency: number },
  work: (item: T) => Promise<unknown>,
): Promise<void> =>
  forEachConcurrently(due, concurrency, (item) =>
    work(item).catch((error: unknown) => log.error({ err: error, object_id: item.id }, 'a due object failed')),
  );
