/**
 * Collects the outcomes of one run. What a fast run collected is recorded with its end, in one transaction; a slow run
 * records on its way, so that little is sent again when its worker dies.
 */
const RECORD_AFTER_MS = 200;

export interface OutcomeCollector<T> {
  add: (outcome: T) => void;
  /** Outcomes that are not recorded yet. Rejects when recording failed. */
  drainOutcomes: () => Promise<T[]>;
}

export function collectOutcomes<T>(record: (outcomes: T[]) => Promise<void>): OutcomeCollector<T> {
  let waiting: T[] = [];
  let recording = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const recordWaiting = (): void => {
    timer = undefined;
    const outcomes = waiting;
    waiting = [];
    recording = recording.then(() => record(outcomes));
    // drainOutcomes reports it.
    recording.catch(() => undefined);
  };
  return {
    add: (outcome) => {
      waiting.push(outcome);
      timer ??= setTimeout(recordWaiting, RECORD_AFTER_MS);
    },
    drainOutcomes: async () => {
      clearTimeout(timer);
      await recording;
      const rest = waiting;
      waiting = [];
      return rest;
    },
  };
}
