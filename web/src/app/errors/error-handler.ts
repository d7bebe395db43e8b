/** The shared handler of data-fetching errors (specification section 1). */
import type { ErrorHandler } from '../../api/query.ts';
import { CallError, toProblem } from '../../api/problem.ts';
import { hasSession } from '../../api/session.ts';
import { showError } from '../../ui/toast.ts';
import { loadProfile } from '../session/load-slices.ts';
import { reportError } from './error-reporting.ts';

/**
 * Shows the server's detail as an error toast. A screen shows the failure of its first load itself,
 * so only failed actions and refetches show a toast. Errors other than failed calls are bugs and are
 * reported.
 */
export const handleError: ErrorHandler = (error, { quiet, has_data, is_mutation }) => {
  if (!(error instanceof CallError)) reportError(error);
  // The session has ended: the user is redirected to /login, which is enough.
  if (!hasSession()) return;
  // A second factor became required meanwhile: the profile says so, and the enrolment is shown.
  if (error instanceof CallError && error.code === 'second_factor_required') void loadProfile();
  if (!quiet && (is_mutation || has_data)) void showError(toProblem(error).detail);
};
