import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toProblem } from '../../api/problem.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { reportError } from './error-reporting.ts';
import { messages } from '../messages.ts';

/** A screen that threw: the error is reported, and the rest of the frame keeps working. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  useEffect(() => reportError(error), [error]);
  const { detail, request_id } = toProblem(error);
  return <FailedState title={messages().screen_failed} detail={detail} request_id={request_id} onRetry={reset} />;
}
