/** The shared handler of everything that the query cache could not do (specification section 1). */
import type { ErrorHandler } from '../../api/query.ts';
import { CallError, toProblem } from '../../api/problem.ts';
import { hasSession } from '../../api/session.ts';
import { showError } from '../../ui/toast.ts';
import { reportError } from './error-reporting.ts';

/**
 * Shows the server's detail as an error toast. A screen's first reading shows its failure in its
 * own place, so only a failed action and a failed repetition speak here. What no server answered
 * is a fault of the program, and is reported.
 */
export const handleError: ErrorHandler = (error, { quiet, has_data, is_mutation }) => {
  if (!(error instanceof CallError)) reportError(error);
  // The session ended: the user is on the way to /login, which says enough.
  if (!hasSession()) return;
  if (!quiet && (is_mutation || has_data)) void showError(toProblem(error).detail);
};
