/** The root of the route tree. */
import { createRootRouteWithContext } from '@tanstack/react-router';
import { Root } from '../root.tsx';
import type { RouterContext } from '../session/require-session.ts';
import type { SearchFields } from './search-params.ts';

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  validateSearch: (search: Record<string, unknown>): SearchFields => search as SearchFields,
});
