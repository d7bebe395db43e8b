import { type RouterHistory, redirect } from '@tanstack/react-router';
import { hasSession } from '../../api/session.ts';

/**
 * Guard of the protected routes (specification section 2): without the session marker the user is
 * redirected to /login?redirect={encoded current path and query}.
 */
export function requireSession({ context: { history } }: { context: RouterContext }): void {
  if (hasSession()) return;
  throw redirect({ to: '/login', search: { redirect: currentPath(history) }, replace: true });
}

/** Context of every route. */
export interface RouterContext {
  history: Pick<RouterHistory, 'location'>;
}

/** Path and query as the address bar has them: the router's own copy merges repeated keys and drops empty values. */
export const currentPath = ({ location: { pathname, search } }: RouterContext['history']): string => pathname + search;
