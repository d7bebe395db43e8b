import { redirect } from '@tanstack/react-router';
import { hasSession } from '../../api/session.ts';

/**
 * Guard of the protected routes (specification section 2): without the session marker the user is
 * redirected to /login?redirect={encoded current path and query}.
 */
export function requireSession({ location }: { location: { pathname: string; searchStr: string } }): void {
  if (hasSession()) return;
  throw redirect({ to: '/login', search: { redirect: location.pathname + location.searchStr }, replace: true });
}
