import { useRef, useState } from 'react';
import { type Problem, toProblem } from '../api/problem.ts';

/** One request of a public screen, which has no query cache. */
export interface Action {
  status: 'idle' | 'busy' | 'done';
  problem: Problem | null;
  /** Details of the fields that the server refused. */
  refused: Record<string, string>;
  run: (work: () => Promise<unknown>) => void;
  /** Forgets the failure, when the input changes. */
  reset: () => void;
}

/** The state of a request; a failure leaves the form as it is. */
export function useAction(): Action {
  const [status, setStatus] = useState<Action['status']>('idle');
  const [problem, setProblem] = useState<Problem | null>(null);
  const is_running = useRef(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (is_running.current) return;
    is_running.current = true;
    setStatus('busy');
    setProblem(null);
    try {
      await work();
      setStatus('done');
    } catch (error) {
      setProblem(toProblem(error));
      setStatus('idle');
    } finally {
      is_running.current = false;
    }
  };
  return {
    status,
    problem,
    refused: Object.fromEntries((problem?.errors ?? []).map(({ field, detail }) => [field, detail])),
    run: (work) => void run(work),
    reset: () => setProblem(null),
  };
}
