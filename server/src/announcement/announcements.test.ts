/** Announcements: drafts, publication, audiences, dismissal, the bell and email 1010. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccountGroupMember, createAccountGroup, endAccountGroupMember } from '@dasbor/contract/account-group';
import {
  type Announcement,
  createAnnouncement,
  deleteAnnouncement,
  dismissAnnouncement,
  endAnnouncement,
  getAnnouncement,
  listAnnouncements,
  listCurrentAnnouncements,
  listReceivedAnnouncements,
  publishAnnouncement,
  updateAnnouncement,
} from '@dasbor/contract/announcement';
import { listNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { listNotifications } from '@dasbor/contract/notification';
import { listProviderEvents } from '@dasbor/contract/operations';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asLogin } from '../db/tx.ts';
import { dispatchNotifications } from '../notification-email/dispatch.ts';
import { listActiveUsers } from '../notification-email/queries.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { announcementJobs } from './jobs.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;
const HOUR_MS = 3_600_000;

let it: TestApp;
let owner: pg.Client;
let admin: TestClient;
let finance: TestClient;
let kopi: TestClient;
let cashier: TestClient;
let batik: TestClient;

beforeAll(async () => {
  it = await startTestApp();
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  await signInAll();
});
afterAll(async () => {
  await owner?.end();
  await it?.close();
});

async function signInAll(): Promise<void> {
  admin = await it.signIn('platform_admin@dasbor.example');
  finance = await it.signIn('platform_finance@dasbor.example');
  kopi = await it.signIn('superadmin@kopi.example');
  cashier = await it.signIn('operator@kopi.example');
  batik = await it.signIn('superadmin@batik.example');
}
/** Access tokens expire meanwhile. */
async function advance(ms: number): Promise<void> {
  it.clock.advance(ms);
  await signInAll();
}

const inHours = (hours: number): string => new Date(it.clock.now().getTime() + hours * HOUR_MS).toISOString();
const content = (given: object = {}) => ({
  title_en: 'BCA maintenance',
  text_en: 'Virtual accounts of BCA are unavailable.\nPayments resume at 03:00 WIB.',
  title_id: 'Pemeliharaan BCA',
  text_id: 'Virtual account BCA tidak tersedia.\nPembayaran kembali normal pukul 03.00 WIB.',
  severity: 'warning' as const,
  audience: 'all' as const,
  is_emailed: false,
  starts_at: inHours(0),
  ends_at: inHours(24),
  ...given,
});
const create = async (given: object = {}): Promise<Announcement> =>
  (await admin.ok(createAnnouncement, { body: content(given) })).data;
const publish = async (id: string): Promise<Announcement> =>
  (await admin.ok(publishAnnouncement, { params: { id } })).data;
const listCurrent = async (client: TestClient): Promise<string[]> =>
  (await client.ok(listCurrentAnnouncements)).data.map(({ id }) => id);
const runJob = () => announcementJobs[0]!.run(it.deps, {});
const code = (response: { json: () => unknown }): string => (response.json() as { code: string }).code;

test('one for all merchants is emailed neither to closed ones nor to unconfirmed addresses', async () => {
  const before = (await create()).merchant_count;
  await owner.query(`update app.merchant set status = 'closed' where merchant_id = $1`, [BATIK]);
  expect((await create()).merchant_count).toBe(before - 1);
  expect((await create({ audience: 'merchants', merchant_ids: [BATIK] })).merchant_count).toBe(1);
  await owner.query(`update app.merchant set status = 'active' where merchant_id = $1`, [BATIK]);

  const listEmails = async () =>
    (await asLogin(it.deps.db, (tx) => listActiveUsers(tx, BATIK))).map(({ email }) => email);
  const email = 'superadmin@batik.example';
  expect(await listEmails()).toContain(email);
  await owner.query(`update app.login set email_verified_at = null where email = $1`, [email]);
  expect(await listEmails()).not.toContain(email);
  await owner.query(`update app.login set email_verified_at = created_at where email = $1`, [email]);
});

test('a draft is changed and deleted, and merchants never see it', async () => {
  const draft = await create();
  expect(draft).toMatchObject({ status: 'draft', published_at: null, created_by: expect.any(String) });
  expect(draft.merchant_count).toBeGreaterThanOrEqual(2);
  const body = content({ title_en: 'BNI maintenance', severity: 'critical' });
  const { data } = await admin.ok(updateAnnouncement, { params: { id: draft.id }, body });
  expect(data).toMatchObject({ title_en: 'BNI maintenance', severity: 'critical', status: 'draft' });
  expect(await listCurrent(kopi)).not.toContain(draft.id);
  expect((await kopi.call(dismissAnnouncement, { params: { id: draft.id } })).statusCode).toBe(404);
  await admin.call(deleteAnnouncement, { params: { id: draft.id } });
  expect((await admin.call(getAnnouncement, { params: { id: draft.id } })).statusCode).toBe(404);
  const { data: events } = await admin.ok(listProviderEvents, { query: {} });
  const actions = events.filter(({ object_id }) => object_id === draft.id).map(({ action }) => action);
  expect(actions.toSorted()).toEqual(['announcement.changed', 'announcement.created', 'announcement.deleted']);
});

test('what was published can only be ended, once, and disappears then', async () => {
  const { id } = await create();
  expect(code(await admin.call(endAnnouncement, { params: { id } }))).toBe('status_conflict');
  expect(await publish(id)).toMatchObject({ status: 'active' });
  for (const response of [
    await admin.call(updateAnnouncement, { params: { id }, body: content() }),
    await admin.call(publishAnnouncement, { params: { id } }),
    await admin.call(deleteAnnouncement, { params: { id } }),
  ]) {
    expect(response.statusCode).toBe(409);
    expect(code(response)).toBe('status_conflict');
  }
  expect(await listCurrent(kopi)).toContain(id);
  expect(await listCurrent(batik)).toContain(id);
  expect((await admin.ok(endAnnouncement, { params: { id } })).data.status).toBe('ended');
  expect(await listCurrent(kopi)).not.toContain(id);
  expect(code(await admin.call(endAnnouncement, { params: { id } }))).toBe('status_conflict');
});

test('it appears at its start and disappears at its end', async () => {
  const { id } = await create({ starts_at: inHours(2), ends_at: inHours(4) });
  expect((await publish(id)).status).toBe('scheduled');
  expect(await listCurrent(kopi)).not.toContain(id);
  await advance(2 * HOUR_MS);
  expect(await listCurrent(kopi)).toContain(id);
  await advance(2 * HOUR_MS - 1);
  expect(await listCurrent(kopi)).toContain(id);
  await advance(1);
  expect(await listCurrent(kopi)).not.toContain(id);
  const { data } = await kopi.ok(listReceivedAnnouncements, { query: {} });
  expect(data.find((row) => row.id === id)).toMatchObject({ is_active: false });
});

test('a dismissed announcement stays dismissed for that user only, and in the list of received ones', async () => {
  const { id } = await create();
  await publish(id);
  for (let time = 0; time < 2; time++) {
    expect((await kopi.call(dismissAnnouncement, { params: { id } })).statusCode).toBe(204);
  }
  expect(await listCurrent(kopi)).not.toContain(id);
  expect(await listCurrent(cashier)).toContain(id);
  expect(await listCurrent(batik)).toContain(id);
  const again = await it.signIn('superadmin@kopi.example');
  expect(await listCurrent(again)).not.toContain(id);
  const { data } = await kopi.ok(listReceivedAnnouncements, { query: {} });
  expect(data.map((row) => row.id)).toContain(id);
  await admin.ok(endAnnouncement, { params: { id } });
});

describe('audiences', () => {
  test('chosen merchants', async () => {
    const draft = await create({ audience: 'merchants', merchant_ids: [KOPI, KOPI] });
    expect(draft.merchants.map(({ id }) => id)).toEqual([KOPI]);
    expect(draft.merchant_count).toBe(1);
    await publish(draft.id);
    expect(await listCurrent(kopi)).toContain(draft.id);
    expect(await listCurrent(batik)).not.toContain(draft.id);
    expect((await batik.call(dismissAnnouncement, { params: { id: draft.id } })).statusCode).toBe(404);
  });

  test('the members of a group on the day, also one that joins later', async () => {
    const group = { code: 'PENGUMUMAN', name: 'Pengumuman', type: 'internal' as const };
    const { data: made } = await admin.ok(createAccountGroup, { body: group });
    const draft = await create({ audience: 'group', group_id: made.id });
    expect(draft.group).toEqual({ id: made.id, name: 'Pengumuman' });
    expect(code(await admin.call(publishAnnouncement, { params: { id: draft.id } }))).toBe(
      'announcement_without_merchants',
    );
    const today = new Date(it.clock.now().getTime() + 7 * HOUR_MS).toISOString().slice(0, 10);
    const member = { merchant_id: BATIK, effective_from: today };
    await admin.ok(addAccountGroupMember, { params: { id: made.id }, body: member });
    await publish(draft.id);
    expect(await listCurrent(batik)).toContain(draft.id);
    expect(await listCurrent(kopi)).not.toContain(draft.id);
  });

  test('those who received it keep it; a merchant that joins the group after its end never gets it', async () => {
    const { data: made } = await admin.ok(createAccountGroup, {
      body: { code: 'BERAKHIR', name: 'Berakhir', type: 'holding' },
    });
    const params = { id: made.id };
    const toDay = (days: number) =>
      new Date(it.clock.now().getTime() + (7 + days * 24) * HOUR_MS).toISOString().slice(0, 10);
    const add = (merchant_id: string) =>
      admin.ok(addAccountGroupMember, { params, body: { merchant_id, effective_from: toDay(0) } });
    const { data: member } = await add(KOPI);
    const { id } = await create({ audience: 'group', group_id: made.id, ends_at: inHours(1) });
    await publish(id);
    await advance(24 * HOUR_MS);
    await add(BATIK);
    await admin.ok(endAccountGroupMember, {
      params: { id: made.id, member_id: member.id },
      body: { effective_to: toDay(0) },
    });
    const listReceived = async (client: TestClient) =>
      (await client.ok(listReceivedAnnouncements, { query: {} })).data.map((row) => row.id);
    expect(await listReceived(kopi)).toContain(id);
    expect(await listReceived(batik)).not.toContain(id);
    const { data } = await batik.ok(listNotifications);
    expect(data.recent.map(({ object_id }) => object_id)).not.toContain(id);
  });

  test('merchants in a status', async () => {
    const suspended = await create({ audience: 'status', merchant_statuses: ['suspended'] });
    await owner.query(`update app.merchant set status = 'suspended' where merchant_id = $1`, [BATIK]);
    await publish(suspended.id);
    expect(await listCurrent(batik)).toContain(suspended.id);
    expect(await listCurrent(kopi)).not.toContain(suspended.id);
    await owner.query(`update app.merchant set status = 'active' where merchant_id = $1`, [BATIK]);
    expect(await listCurrent(batik)).not.toContain(suspended.id);
  });

  test.each([
    [{ audience: 'group' }, 'group_id'],
    [{ audience: 'merchants', merchant_ids: [] }, 'merchant_ids'],
    [{ audience: 'status' }, 'merchant_statuses'],
    [{ audience: 'all', merchant_ids: [KOPI] }, 'merchant_ids'],
    [{ audience: 'all', group_id: 'agr_01k00000000000000000000000' }, 'group_id'],
    [{ ends_at: '2026-01-01T00:00:00.000Z' }, 'ends_at'],
    [{ title_id: ' ' }, 'title_id'],
  ])('%j is refused at %s', async (given, field) => {
    const response = await admin.call(createAnnouncement, { body: content(given) });
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: { field: string }[] }>().errors.map((each) => each.field)).toContain(field);
  });

  test('unknown merchants and groups are refused', async () => {
    const unknown = '01k00000000000000000000000';
    const merchants = { audience: 'merchants', merchant_ids: [KOPI, `mer_${unknown}`] };
    const first = await admin.call(createAnnouncement, { body: content(merchants) });
    expect([first.statusCode, code(first)]).toEqual([422, 'merchant_not_found']);
    const second = await admin.call(createAnnouncement, {
      body: content({ audience: 'group', group_id: `agr_${unknown}` }),
    });
    expect([second.statusCode, code(second)]).toEqual([422, 'account_group_not_found']);
  });
});

test('one whose end has passed cannot be published', async () => {
  const { id } = await create({ ends_at: inHours(1) });
  await advance(HOUR_MS);
  const response = await admin.call(publishAnnouncement, { params: { id } });
  expect([response.statusCode, code(response)]).toEqual([422, 'announcement_is_over']);
});

test('finance may read and not write', async () => {
  const { id } = await create();
  expect((await finance.call(getAnnouncement, { params: { id } })).statusCode).toBe(200);
  expect((await finance.call(publishAnnouncement, { params: { id } })).statusCode).toBe(403);
});

test('the list filters by state and pages', async () => {
  const draft = await create();
  const { data } = await admin.ok(listAnnouncements, { query: { status: 'draft' } });
  expect(data.map(({ id }) => id)).toContain(draft.id);
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['draft']));
  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await admin.ok(listAnnouncements, {
      query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
    });
    seen.push(...page.data.map(({ id }) => id));
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toContain(draft.id);
});

test('domain 1.21: it is an entry of the bell, and email 1010 in the language of each user, once', async () => {
  const { id } = await create({ audience: 'merchants', merchant_ids: [KOPI], is_emailed: true });
  await publish(id);
  await runJob();
  await runJob();
  const { data } = await cashier.ok(listNotifications);
  expect(data.recent.find(({ object_id }) => object_id === id)).toMatchObject({
    type: 'announcement',
    title: { en: 'BCA maintenance', id: 'Pemeliharaan BCA' },
    amount: null,
  });
  expect((await batik.ok(listNotifications)).data.recent.map(({ object_id }) => object_id)).not.toContain(id);
  await dispatchNotifications(it.deps, KOPI);
  const { rows } = await owner.query<{ merchant_id: string; action: number; count: number }>(
    `select o.merchant_id, o.action, count(*)::int as count from app.notification_email_outbox o
     join app.notification_email_event e on e.merchant_id = o.merchant_id and e.event_id = o.event_id
     where o.object_id = $1 group by 1, 2`,
    [id],
  );
  expect(rows).toEqual([{ merchant_id: KOPI, action: 1010, count: 7 }]);
});

test('without the switch nobody is emailed', async () => {
  const { id } = await create();
  await publish(id);
  await runJob();
  const { rows } = await owner.query(`select from app.notification_email_outbox where object_id = $1`, [id]);
  expect(rows).toEqual([]);
});

test('specification: action 1010 cannot be switched off', async () => {
  const { data } = await kopi.ok(listNotificationPreferences);
  expect(data.find(({ notification_action }) => notification_action === 1010)).toMatchObject({
    is_active: true,
    is_editable: false,
  });
});

test('the provider receives none', async () => {
  expect(await listCurrent(admin)).toEqual([]);
  const { id } = await create();
  await publish(id);
  expect((await admin.call(dismissAnnouncement, { params: { id } })).statusCode).toBe(404);
});
