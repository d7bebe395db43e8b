/** The filter of a list in the address of its screen. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { filterForm } from './filter.ts';
import { useListFilter } from './use-list-filter.ts';

const form = filterForm({ choices: {}, date_fields: ['created_at'], sorts: ['newest'] });

function List() {
  const [filter, change] = useListFilter('/transaction', form);
  return (
    <>
      <SearchField label="Search" value={filter.q} onChange={(q) => change({ q })} />
      <Link to={'/transaction/txn_1' as '/'}>txn_1</Link>
    </>
  );
}

/** A list whose detail opens only when `open` is called, as over a slow network. */
function renderList() {
  const opened = Promise.withResolvers<void>();
  const root = createRootRoute();
  const frame = createRoute({ id: 'protected', getParentRoute: () => root });
  const list = createRoute({ path: '/transaction', getParentRoute: () => frame, component: List });
  const detail = createRoute({
    path: '/transaction/$id',
    getParentRoute: () => frame,
    loader: () => opened.promise,
    component: () => <h1>Detail</h1>,
  });
  const router = createRouter({
    routeTree: root.addChildren([frame.addChildren([list, detail])]),
    history: createMemoryHistory({ initialEntries: ['/transaction'] }),
    // As in the app: the old screen stays until the next one is ready.
    defaultPendingMs: 60_000,
  });
  return { ...renderComponent(<RouterProvider router={router as never} />), router, open: () => opened.resolve() };
}

test('a search is in the address', async () => {
  const { user, router } = renderList();
  await user.type(await screen.findByRole('searchbox'), 'kopi');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'kopi' }));
});

test('a row that is opened right after typing stays open', async () => {
  const { user, router, open } = renderList();
  await user.type(await screen.findByRole('searchbox'), 'kopi');
  await user.click(screen.getByRole('link', { name: 'txn_1' }));
  // Longer than the pause after which a search is applied.
  await new Promise((resolve) => setTimeout(resolve, 500));
  open();
  expect(await screen.findByRole('heading', { name: 'Detail' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/transaction/txn_1');
});
