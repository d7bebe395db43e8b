/** Boards over many merchants: of each member of the staff, apart from the boards of merchants. */
import { type PROVIDER_BREAKDOWNS, PROVIDER_DIMENSIONS } from '@dasbor/contract/analytics';
import {
  BOARDS_MAX,
  type ProviderBoardWidget,
  createAnalyticsBoard,
  createProviderAnalyticsBoard,
  deleteAnalyticsBoard,
  deleteProviderAnalyticsBoard,
  listAnalyticsBoards,
  listProviderAnalyticsBoards,
  updateAnalyticsBoard,
  updateProviderAnalyticsBoard,
} from '@dasbor/contract/analytics-board';
import type { Route } from '@dasbor/contract/route';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toStatusAndCode } from '../../test/answer.ts';
import { createGroup } from '../../test/account-group-fixture.ts';
import { createGroupUser } from '../../test/group-user-fixture.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { asBoardOwner, insertBoard, listBoards } from './board-queries.ts';

let t: TestApp;
let staff: TestClient;
let colleague: TestClient;
let kopi: TestClient;
let shared: TestClient;
beforeAll(async () => {
  t = await startTestApp();
  staff = await t.signIn('platform_admin@dasbor.example');
  colleague = await t.signIn('platform_finance@dasbor.example');
  kopi = await t.signIn('superadmin@kopi.example');
  const member_ids = [KOPI_NUSANTARA.merchant_id];
  const group_id = await createGroup(t.deps.db, { owner_id: null, member_ids, from: '2026-11-01', now: t.clock.now() });
  shared = await createGroupUser(t, group_id, 'boards@holding.example');
});
afterAll(() => t.close());

const VOLUME: ProviderBoardWidget = { tab: 'payments', widget: 'volume', dimension: null };
const breakdown = (dimension: (typeof PROVIDER_BREAKDOWNS)[number], tab: ProviderBoardWidget['tab'] = 'payments') =>
  ({ tab, widget: 'breakdown', dimension }) as const;
const make = (name: string, widgets: unknown[] = [VOLUME], client = staff) =>
  client.call(createProviderAnalyticsBoard, { body: { name, widgets } });
const boards = async (client = staff) => (await client.ok(listProviderAnalyticsBoards)).data;
const names = async (client = staff) => (await boards(client)).map(({ name }) => name);

test('domain 1.2: a member of the staff can have ten boards, with unique names, in their own order', async () => {
  for (const name of ['a', 'b', 'c']) expect((await make(name)).statusCode).toBe(201);
  expect(toStatusAndCode(await make('b'))).toEqual([409, 'board_name_taken']);
  const last = (await boards()).at(-1)?.id ?? '';
  await staff.ok(updateProviderAnalyticsBoard, { params: { id: last }, body: { position: 1, name: 'z' } });
  expect(await names()).toEqual(['z', 'a', 'b']);
  expect((await staff.call(deleteProviderAnalyticsBoard, { params: { id: last } })).statusCode).toBe(204);
  expect((await boards()).map(({ name, position }) => [name, position])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  // Twelve at once for the eight places that are left.
  const rush = await Promise.all(Array.from({ length: 12 }, (_unused, at) => make(`rush ${at}`)));
  expect(rush.filter(({ statusCode }) => statusCode === 201)).toHaveLength(8);
  expect(toStatusAndCode(await make('one more'))).toEqual([422, 'too_many_boards']);
  expect(await boards()).toHaveLength(BOARDS_MAX);
});

test('a board has the metrics over many merchants, and none that names objects of one merchant', async () => {
  const id = (await boards())[0]?.id ?? '';
  const put = (widgets: unknown[]) =>
    staff.call(updateProviderAnalyticsBoard, { params: { id }, body: { widgets } as never });
  const tabs = ['payments', 'refunds', 'disbursements'] as const;
  const widgets = [VOLUME, ...PROVIDER_DIMENSIONS.flatMap((each) => tabs.map((tab) => breakdown(each, tab)))];
  expect((await put(widgets)).statusCode).toBe(200);
  expect((await boards())[0]?.widgets).toEqual(widgets);
  expect(toStatusAndCode(await put([VOLUME, VOLUME]))).toEqual([422, 'duplicate_widget']);
  const many = tabs.flatMap((tab) =>
    (['volume', 'success-rate', 'funnel', 'failure-reasons', 'completion-time', 'fees'] as const).map((widget) => ({
      tab,
      widget,
      dimension: null,
    })),
  );
  expect((await put([...many, breakdown('method'), breakdown('hour')])).statusCode).toBe(200);
  expect(toStatusAndCode(await put([...many, breakdown('method'), breakdown('hour'), breakdown('group')]))).toEqual([
    422,
    'too_many_widgets',
  ]);
  for (const wrong of [
    { tab: 'payments', widget: 'top-links', dimension: null },
    { tab: 'payments', widget: 'top-customers', dimension: null },
    { tab: 'refunds', widget: 'breakdown', dimension: 'method' },
    { tab: 'payments', widget: 'volume', dimension: 'merchant' },
  ]) {
    expect(toStatusAndCode(await put([wrong]))).toEqual([422, 'widget_not_available']);
  }
  expect((await put([{ tab: 'payments', widget: 'breakdown', dimension: 'payment_link' }])).statusCode).toBe(400);
});

describe('nobody reaches the boards of others', () => {
  const calls = (routes: Record<'list' | 'create' | 'update' | 'remove', Route>, id: string) =>
    [
      [routes.list, {}],
      [routes.create, { body: { name: 'x', widgets: [] } }],
      [routes.update, { params: { id }, body: { name: 'x' } }],
      [routes.remove, { params: { id } }],
    ] as const;
  const OF_PROVIDER = {
    list: listProviderAnalyticsBoards,
    create: createProviderAnalyticsBoard,
    update: updateProviderAnalyticsBoard,
    remove: deleteProviderAnalyticsBoard,
  };
  const OF_MERCHANT = {
    list: listAnalyticsBoards,
    create: createAnalyticsBoard,
    update: updateAnalyticsBoard,
    remove: deleteAnalyticsBoard,
  };

  test('users of merchants are refused at the boards of the provider, and its staff at those of merchants', async () => {
    const { data } = await kopi.ok(createAnalyticsBoard, { body: { name: 'Kopi', widgets: [] } });
    const id = (await boards())[0]?.id ?? '';
    const before = await names();
    for (const [route, input] of calls(OF_PROVIDER, id)) {
      expect([route.name, (await kopi.call(route, input as never)).statusCode]).toEqual([route.name, 403]);
    }
    for (const [route, input] of calls(OF_MERCHANT, data.id)) {
      expect([route.name, (await staff.call(route, input as never)).statusCode]).toEqual([route.name, 403]);
    }
    expect(await names()).toEqual(before);
    expect((await kopi.ok(listAnalyticsBoards)).data.map(({ name }) => name)).toEqual(['Kopi']);
  });

  test('neither a colleague nor a shared user of a group reaches them; both have their own', async () => {
    const id = (await boards())[0]?.id ?? '';
    for (const other of [colleague, shared]) {
      expect(await names(other)).toEqual([]);
      const change = await other.call(updateProviderAnalyticsBoard, { params: { id }, body: { name: 'x' } });
      expect(change.statusCode).toBe(404);
      expect((await other.call(deleteProviderAnalyticsBoard, { params: { id } })).statusCode).toBe(404);
      expect((await make('a', [breakdown('merchant')], other)).statusCode).toBe(201);
      expect(await names(other)).toEqual(['a']);
    }
  });

  test('a person on both sides has separate boards, and the id of one side is unknown on the other', async () => {
    const [board] = (await kopi.ok(listAnalyticsBoards)).data;
    const { rows } = await asLogin(t.deps.db, (tx) =>
      sql<{ user_id: string }>`select user_id from app.login where email = 'superadmin@kopi.example'`.execute(tx.sql),
    );
    const user_id = rows[0]?.user_id ?? '';
    const now = t.clock.now();
    const id = 'abd_01kagz7v3w8x9y2m4n5p6q7r8s';
    await asBoardOwner(t.deps.db, { user_id, scope: 'provider' }, (tx) =>
      insertBoard(tx, { id, name: 'Kopi', position: 1, widgets: [VOLUME], created_at: now }),
    );
    expect((await kopi.ok(listAnalyticsBoards)).data).toEqual([board]);
    const change = await kopi.call(updateAnalyticsBoard, { params: { id }, body: { name: 'x' } });
    expect(change.statusCode).toBe(404);
    expect((await kopi.call(deleteAnalyticsBoard, { params: { id } })).statusCode).toBe(404);
    const of_provider = await asBoardOwner(t.deps.db, { user_id, scope: 'provider' }, listBoards);
    expect(of_provider.map((each) => [each.id, each.name])).toEqual([[id, 'Kopi']]);
  });

  test('row-level security hides the boards without a user and a side, and from every role but that of logins', async () => {
    const count = sql<{ count: number }>`select count(*)::int as count from app.analytics_board`;
    const unnamed = await asLogin(t.deps.db, (tx) => count.execute(tx.sql));
    expect(unnamed.rows).toEqual([{ count: 0 }]);
    const owner = { user_id: 'usr_01kagz7v3w8x9y2m4n5p6q7r8s', scope: 'provider' } as const;
    const foreign = await asBoardOwner(t.deps.db, owner, (tx) => count.execute(tx.sql));
    expect(foreign.rows).toEqual([{ count: 0 }]);
    const forged = asBoardOwner(t.deps.db, owner, (tx) =>
      sql`insert into app.analytics_board (user_id, scope, id, name, position, widgets, created_at, updated_at)
        select l.user_id, 'provider', 'abd_forged', 'x', 1, '[]', now(), now() from app.login l limit 1`.execute(
        tx.sql,
      ),
    );
    await expect(forged).rejects.toThrow('row-level security');
    await expect(asPlatform(t.deps.db, (tx) => count.execute(tx.sql))).rejects.toThrow('permission denied');
    const as_merchant = asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, (tx) => count.execute(tx.sql));
    await expect(as_merchant).rejects.toThrow('permission denied');
  });
});
