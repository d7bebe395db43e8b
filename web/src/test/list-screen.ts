/** The states that every list screen has, in both languages: one call tests them all. */
import type { LiveEvent } from '@dasbor/contract/live';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findEnglishTexts } from './english-texts.ts';
import { type MockResponse, mockEndpoint, mockReadFailure, openLiveStream, requestsTo } from './mock-server.ts';
import { openApp, signIn } from './render.tsx';

export interface ListScreen<Row> {
  /** Address of the screen, which may have a query. */
  address: string;
  /** Path of the API that returns the rows. */
  path: string;
  /** Accessible name of the list in both languages. */
  name: { en: string; id: string };
  /** Title of the empty state in both languages. */
  empty: { en: string; id: string };
  topic: LiveEvent['topic'];
  /** Filters of the address that the request sends unchanged. */
  filter: Record<string, string>;
  /** Rows of the list, newest first, and a row that arrives later. */
  rows: () => { shown: Row[]; arriving: Row };
  /** Text of a shown row, and of the arriving one. */
  texts: { shown: string; arriving: string };
}

/** Tests loading, empty, no results, failure, combined filters, live rows and Indonesian of one list. */
export function testListScreen<Row extends { id: string }>(list: ListScreen<Row>): void {
  const { address, path, name, empty, texts } = list;
  const respond = (responder: () => MockResponse | Promise<MockResponse>) => mockEndpoint(`GET ${path}`, responder);
  const respondRows = (rows: Row[]) => respond(() => ({ json: { data: rows as never, next_cursor: null } }));
  const withFilter = `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(list.filter)}`;
  const findList = (title = name.en) => screen.findByRole('region', { name: title });

  test('the list announces that it is loading, then shows its rows', async () => {
    let arrive = () => undefined as void;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    respond(async () => {
      await arrived;
      return { json: { data: list.rows().shown as never, next_cursor: null } };
    });
    openApp(address);
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Loading'),
    );
    expect(screen.queryByText(texts.shown)).not.toBeInTheDocument();
    arrive();
    expect((await within(await findList()).findAllByText(texts.shown)).length).toBeGreaterThan(0);
  });

  test('all filters of the address apply together, and can be cleared', async () => {
    respondRows([]);
    const { user, router } = openApp(withFilter);
    expect(await screen.findByRole('heading', { name: 'No results' })).toBeVisible();
    const queries = requestsTo(path).map(({ query }) => Object.fromEntries(new URLSearchParams(query)));
    expect(queries).toContainEqual(expect.objectContaining(list.filter));
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement);
    await waitFor(() => {
      const search = new URLSearchParams(router.state.location.searchStr);
      expect(Object.keys(list.filter).filter((key) => search.has(key))).toEqual([]);
    });
    expect(await screen.findByText(empty.en)).toBeVisible();
  });

  test('a failed list shows the error of the server, and a retry that works', async () => {
    mockReadFailure(`GET ${path}`);
    const { user } = openApp(address);
    expect(await screen.findByText('Try again in a minute.')).toBeVisible();
    expect(screen.getByText('req_1')).toBeVisible();
    respondRows(list.rows().shown);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await within(await findList()).findAllByText(texts.shown)).length).toBeGreaterThan(0);
  });

  test('new rows are announced, and shown when the user asks for them', async () => {
    const { shown, arriving } = list.rows();
    respondRows(shown);
    const publish = openLiveStream();
    const { user } = openApp(address);
    const rows = await findList();
    respondRows([arriving, ...shown]);
    publish({ topic: list.topic, id: arriving.id, change: 'created' });
    const pill = await screen.findByRole('button', { name: '1 new' });
    expect(within(rows).queryByText(texts.arriving)).not.toBeInTheDocument();
    await user.click(pill);
    expect((await within(rows).findAllByText(texts.arriving)).length).toBeGreaterThan(0);
  });

  test('the list is in Indonesian with rows and without', async () => {
    signIn({ locale: 'id' });
    respondRows(list.rows().shown);
    const { unmount } = openApp(address);
    const rows = await findList(name.id);
    expect((await within(rows).findAllByText(texts.shown)).length).toBeGreaterThan(0);
    expect(findEnglishTexts()).toEqual([]);
    unmount();
    respondRows([]);
    openApp(address);
    expect(await screen.findByText(empty.id)).toBeVisible();
    expect(findEnglishTexts()).toEqual([]);
  });
}
