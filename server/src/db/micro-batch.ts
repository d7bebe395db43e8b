/**
 * Gathers calls that arrive while others are running into batches. A call on an idle process runs at once with whatever
 * arrived in the same turn of the event loop, so batching adds no waiting; under load batches grow by themselves.
 */
export interface MicroBatchOptions<Item, Result> {
  items_max: number;
  /** Batches that run at the same time. */
  concurrency: number;
  /** A batch starts concurrently with a running one only when at least this many calls wait. */
  concurrent_items_min: number;
  /** Returns one result per item, in their order. When it throws, every call of the batch rejects. */
  run: (items: Item[]) => Promise<Result[]>;
}

export function createMicroBatch<Item, Result>(
  options: MicroBatchOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let running = 0;
  let is_scheduled = false;

  const schedule = (): void => {
    const needed = running === 0 ? 1 : options.concurrent_items_min;
    if (is_scheduled || running >= options.concurrency || waiting.length < needed) return;
    is_scheduled = true;
    setImmediate(() => {
      is_scheduled = false;
      void runNext();
    });
  };

  const runNext = async (): Promise<void> => {
    const calls = waiting.splice(0, options.items_max);
    running += 1;
    schedule();
    try {
      const results = await options.run(calls.map(({ item }) => item));
      for (const [index, call] of calls.entries()) call.resolve(results[index] as Result);
    } catch (error) {
      for (const call of calls) call.reject(error);
    } finally {
      running -= 1;
      schedule();
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
