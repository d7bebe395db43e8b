import type { Problem } from '../api/problem.ts';
import { messages } from './messages.ts';

/** The text of an error for the user: without a response, that a retry does nothing twice. */
export const formatProblem = (problem: Problem): string =>
  problem.status_code === 0 ? messages().no_response : problem.detail;
