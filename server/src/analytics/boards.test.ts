/** Analytics boards: per user and side, limited, ordered. */
import {
  BOARDS_MAX,
  type BoardWidget,
  createAnalyticsBoard,
  deleteAnalyticsBoard,
  listAnalyticsBoards,
  updateAnalyticsBoard,
} from '@dasbor/contract/analytics-board';
import { ANALYTICS_DIMENSIONS, ANALYTICS_TABS, ANALYTICS_WIDGETS, PAYMENT_WIDGETS } from '@dasbor/contract/analytics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toStatusAndCode } from '../../test/answer.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';

let t: TestApp;
let kopi: TestClient;
let other: TestClient;
beforeAll(async () => {
  t = await startTestApp();
  kopi = await t.signIn('superadmin@kopi.example');
  other = await t.signIn('finance@kopi.example');
});
afterAll(() => t.close());

const VOLUME: BoardWidget = { tab: 'payments', widget: 'volume', dimension: null };
/** Every widget that exists. */
const ALL: BoardWidget[] = ANALYTICS_TABS.flatMap((tab) =>
  ANALYTICS_WIDGETS.filter((widget) => tab === 'payments' || !PAYMENT_WIDGETS.includes(widget)).flatMap((widget) =>
    (widget === 'breakdown' ? ANALYTICS_DIMENSIONS[tab] : [null]).map((dimension) => ({ tab, widget, dimension })),
  ),
);
const make = (name: string, widgets: unknown[] = [VOLUME], client = kopi) =>
  client.call(createAnalyticsBoard, { body: { name, widgets } });
const boards = async (client = kopi) => (await client.ok(listAnalyticsBoards)).data;
const names = async (client = kopi) => (await boards(client)).map(({ name }) => name);

test('domain 1.2: a user can have ten boards, with unique names, in their own order', async () => {
  for (const name of ['a', 'b', 'c']) expect((await make(name)).statusCode).toBe(201);
  expect(toStatusAndCode(await make('b'))).toEqual([409, 'board_name_taken']);
  const [first, , last] = await boards();
  if (first === undefined || last === undefined) throw new Error('no boards');
  await kopi.ok(updateAnalyticsBoard, { params: { id: last.id }, body: { position: 1 } });
  expect(await names()).toEqual(['c', 'a', 'b']);
  await kopi.ok(updateAnalyticsBoard, { params: { id: last.id }, body: { position: 10, name: 'z' } });
  expect(await names()).toEqual(['a', 'b', 'z']);
  expect((await kopi.call(deleteAnalyticsBoard, { params: { id: first.id } })).statusCode).toBe(204);
  expect((await boards()).map(({ name, position }) => [name, position])).toEqual([
    ['b', 1],
    ['z', 2],
  ]);
  // Twelve at once for the eight places that are left.
  const rush = await Promise.all(Array.from({ length: 12 }, (_unused, at) => make(`rush ${at}`)));
  expect(rush.filter(({ statusCode }) => statusCode === 201)).toHaveLength(8);
  expect(toStatusAndCode(await make('one more'))).toEqual([422, 'too_many_boards']);
  expect(await boards()).toHaveLength(BOARDS_MAX);
});

test('a board has at most twenty widgets, each once, and only those that exist', async () => {
  const [board] = await boards();
  const id = board?.id ?? '';
  const put = (widgets: BoardWidget[]) => kopi.call(updateAnalyticsBoard, { params: { id }, body: { widgets } });
  const order = ALL.slice(0, 20).toReversed();
  expect((await put(order)).statusCode).toBe(200);
  expect((await boards())[0]?.widgets).toEqual(order);
  expect(toStatusAndCode(await put(ALL.slice(0, 21)))).toEqual([422, 'too_many_widgets']);
  expect(toStatusAndCode(await put([VOLUME, VOLUME]))).toEqual([422, 'duplicate_widget']);
  for (const wrong of [
    { tab: 'refunds', widget: 'top-links', dimension: null },
    { tab: 'payments', widget: 'breakdown', dimension: null },
    { tab: 'payments', widget: 'breakdown', dimension: 'rail' },
    { tab: 'payments', widget: 'volume', dimension: 'method' },
  ] as const) {
    expect(toStatusAndCode(await put([wrong]))).toEqual([422, 'widget_not_available']);
  }
});

test("no user can access another user's boards, not even of the same merchant", async () => {
  const id = (await boards())[0]?.id ?? '';
  expect(await names(other)).toEqual([]);
  const change = await other.call(updateAnalyticsBoard, { params: { id }, body: { name: 'x' } });
  expect(change.statusCode).toBe(404);
  expect((await other.call(deleteAnalyticsBoard, { params: { id } })).statusCode).toBe(404);
  expect((await make('z', [VOLUME], other)).statusCode).toBe(201);
});
