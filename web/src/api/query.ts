/** The query cache of the server's data, with keys that derive from the route. */
import type { Output, Route } from '@dasbor/contract/route';
import { MutationCache, QueryCache, QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Input, type InputArguments, call } from './call.ts';
import { CallError } from './problem.ts';

interface Meta extends Record<string, unknown> {
  /** The screen shows the failure itself: no toast. */
  quiet?: boolean;
}
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta;
    mutationMeta: Meta;
  }
}

/** Cache names that the specification fixes (section 7); any other response is cached by its route's name. */
const CACHED_AS: Record<string, string> = { listNotificationPreferences: 'notifications' };

/** Cache key of a route: without input it matches all cached responses of the route, for invalidation. */
export function buildQueryKey(
  route: Pick<Route, 'name'>,
  input?: { params?: unknown; query?: unknown },
): readonly unknown[] {
  const name = CACHED_AS[route.name] ?? route.name;
  if (!input?.params && !input?.query) return [name];
  return [name, { ...(input.params ? { params: input.params } : {}), ...(input.query ? { query: input.query } : {}) }];
}

/** Query of a GET route: `useQuery(buildQuery(getTransaction, {params: {id}}))`. */
export function buildQuery<R extends Route>(route: R, ...[input]: InputArguments<R>) {
  return queryOptions<Output<R>, CallError>({
    queryKey: buildQueryKey(route, input as { params?: unknown; query?: unknown } | undefined),
    queryFn: ({ signal }) => call<R>(route, ...([{ ...input, signal }] as unknown as InputArguments<R>)),
  });
}

type Page = { next_cursor: string | null };

/**
 * Reads one page of a list route.
 *
 * @throws CallError also when the response holds no rows, such as one of a proxy or captive portal
 */
export async function readPage<R extends Route>(route: R, input: object): Promise<Output<R>> {
  const page = await call<R>(route, ...([input] as unknown as InputArguments<R>));
  const rows = (page as { data?: unknown } | undefined)?.data;
  if (!Array.isArray(rows)) throw new CallError({ status: 200, status_text: '' });
  return page;
}

/** Last part of the cache key of a list that is read page by page. */
const PAGES = 'pages';

/** Whether a query reads a list page by page. */
export const isPagesQuery = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey.at(-1) === PAGES;

/** Cache key of a list route that is read page by page. */
export const buildPagesKey = (route: Pick<Route, 'name'>, input: { params?: unknown; query?: unknown }) => [
  ...buildQueryKey(route, input),
  PAGES,
];

/** Infinite query of a list route, read by its cursor. */
export function buildPagesQuery<R extends Route>(route: R, input: Input<R>) {
  const { query, ...rest } = input as { query?: Record<string, unknown> };
  return infiniteQueryOptions({
    queryKey: buildPagesKey(route, input as { query?: unknown }),
    queryFn: ({ pageParam, signal }) =>
      readPage(route, { ...rest, query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as Page).next_cursor,
  });
}

/** Whether the data of a query has been read, for these parameters rather than the former ones. */
export const isLoaded = ({ data, isPlaceholderData }: { data: unknown; isPlaceholderData: boolean }): boolean =>
  data !== undefined && !isPlaceholderData;

export type ErrorHandler = (error: Error, about: { quiet: boolean; has_data: boolean; is_mutation: boolean }) => void;

/**
 * Retries transient failures only: no response, a server error, or too many requests within one second, as when the
 * browser opens all tabs of the last session at once.
 */
function mayRetry(failures: number, error: unknown): boolean {
  const status = error instanceof CallError ? error.status_code : undefined;
  return failures < 2 && status !== undefined && (status === 0 || status === 429 || status >= 502);
}

/** The cache of specification section 1: no refetch on focus, no polling, one error handler for all. */
export function createQueryClient(onError: ErrorHandler): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) =>
        onError(error, {
          quiet: query.meta?.quiet === true,
          has_data: query.state.data !== undefined,
          is_mutation: false,
        }),
    }),
    mutationCache: new MutationCache({
      onError: (error, ...[, , mutation]) =>
        onError(error, { quiet: mutation.meta?.quiet === true, has_data: false, is_mutation: true }),
    }),
    defaultOptions: {
      queries: { refetchOnWindowFocus: false, refetchInterval: false, staleTime: 30_000, retry: mayRetry },
      mutations: { retry: false },
    },
  });
}
