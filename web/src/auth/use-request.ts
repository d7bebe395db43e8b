import { useRef, useState } from 'react';
import { type Problem, toFieldProblems, toProblem } from '../api/problem.ts';

/** One request of a public screen, which has no query cache. */
export interface RequestState {
  status: 'idle' | 'busy' | 'done';
  problem: Problem | null;
  /** Details of the fields that the server refused. */
  field_errors: Record<string, string>;
  send: (request: () => Promise<unknown>) => void;
  /** Clears the problem when the input changes. */
  reset: () => void;
}

/** The state of a request; a failure leaves the form as it is. */
export function useRequest(): RequestState {
  const [status, setStatus] = useState<RequestState['status']>('idle');
  const [problem, setProblem] = useState<Problem | null>(null);
  const is_running = useRef(false);
  const send = async (request: () => Promise<unknown>): Promise<void> => {
    if (is_running.current) return;
    is_running.current = true;
    setStatus('busy');
    setProblem(null);
    try {
      await request();
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
    field_errors: toFieldProblems(problem),
    send: (request) => void send(request),
    reset: () => setProblem(null),
  };
}
