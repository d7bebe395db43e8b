import { type RouterHistory, createBrowserHistory, createRouter } from '@tanstack/react-router';
import { onSessionEnd } from '../../api/session.ts';
import { lazyScreen } from './lazy-screen.ts';
import { currentPath } from '../session/require-session.ts';
import { NotFound } from '../errors/not-found.tsx';
import { routeTree } from './routes.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';
import { forgetUser } from '../session/session-actions.ts';

/** The router; tests pass their own `history`. */
export function createAppRouter(history: RouterHistory = createBrowserHistory()) {
  const router = createRouter({
    routeTree,
    history,
    context: { history },
    parseSearch,
    stringifySearch,
    // One path of the specification ends with a slash.
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: lazyScreen(() => import('../errors/route-failed.tsx'), 'RouteFailed'),
  });
  onSessionEnd(() => {
    forgetUser();
    if (router.state.location.pathname === '/login') return;
    void router.navigate({ to: '/login', search: { redirect: currentPath(history) }, ignoreBlocker: true });
  });
  return router;
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
