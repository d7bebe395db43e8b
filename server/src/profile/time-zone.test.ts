/** The zone in which a person reads times: the preference, lists by day and downloaded files (decision 0088). */
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import { listAuditLogs } from '@dasbor/contract/audit';
import { listBalanceEntries } from '@dasbor/contract/balance';
import { createExport, downloadExport } from '@dasbor/contract/export';
import { getProfile, saveProfile } from '@dasbor/contract/profile';
import type { Route } from '@dasbor/contract/route';
import { downloadSettlementReport } from '@dasbor/contract/report';
import { TIME_ZONES, TIME_ZONE_NAMES, type TimeZone, startOfDay, toZonedDay, toLocalTime } from '@dasbor/contract/time';
import { type Transaction, listTransactions } from '@dasbor/contract/transaction';
import { listUsers } from '@dasbor/contract/user';
import { runExport } from '../export/run.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type ExportFixture, insertListData, parseCsv, readBySpreadsheet } from '../../test/export-fixture.ts';
import { type CallInput, type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';

const { merchant_id } = KOPI_NUSANTARA;
const WIT = 'Asia/Jayapura';
const DAY_MS = 86_400_000;

let t: TestApp;
let filled: ExportFixture;
let admin: TestClient;
let rows: Transaction[];

beforeAll(async () => {
  t = await startTestApp();
  filled = await insertListData(t);
  admin = await t.signIn('superadmin@kopi.example');
  await spreadTransactions();
  rows = (await admin.ok(listTransactions, { query: { limit: 100 } })).data;
});
beforeEach(async () => {
  await save('Asia/Jakarta');
});
afterAll(async () => {
  await filled?.owner.end();
  await t?.close();
});

const save = (time_zone: string, client = admin) => client.call(saveProfile, { body: { time_zone } as never });

/** Puts the transactions around the midnights of the three zones. */
async function spreadTransactions(): Promise<void> {
  const midnights = ['2026-10-11T14:59:59.999Z', '2026-10-11T15:00:00Z', '2026-10-11T15:59:59.999Z'];
  midnights.push('2026-10-11T16:00:00Z', '2026-10-11T16:30:00Z', '2026-10-11T16:59:59.999Z', '2026-10-11T17:00:00Z');
  const { rows: found } = await filled.owner.query<{ id: string }>(
    'select id from app.transaction where merchant_id = $1 order by id',
    [merchant_id],
  );
  expect(found.length).toBeGreaterThanOrEqual(midnights.length);
  for (const [at, created_at] of midnights.entries()) {
    await filled.owner.query('update app.transaction set created_at = $3 where merchant_id = $1 and id = $2', [
      merchant_id,
      found[at]?.id,
      created_at,
    ]);
  }
}

async function readFile<R extends Route>(client: TestClient, route: R, input: Partial<CallInput<R>> = {}) {
  const answer = await client.call(route, { headers: { accept: 'text/csv' }, ...input } as CallInput<R>);
  expect([route.name, answer.statusCode]).toEqual([route.name, 200]);
  return answer.body;
}

const columns = 'id,created_at,settlement_date';
const expectTimes = (csv: string, zone: TimeZone): void => {
  const [header, ...lines] = parseCsv(csv);
  expect(header).toEqual(['id', `created_at (${TIME_ZONE_NAMES[zone]})`, 'settlement_date']);
  const written = new Map(lines.map(([id, at]) => [id, at]));
  expect(written.size).toBe(rows.length);
  for (const { id, created_at } of rows) {
    expect(written.get(id)).toBe(toLocalTime(new Date(created_at), zone).slice(0, 19).replace('T', ' '));
  }
};

test('domain 1.16: a user chooses one of three zones for themself; it is validated and audited', async () => {
  expect((await admin.ok(getProfile)).data.time_zone).toBe('Asia/Jakarta');
  expect((await admin.ok(saveProfile, { body: { time_zone: WIT } })).data.time_zone).toBe(WIT);
  expect((await admin.ok(getProfile)).data.time_zone).toBe(WIT);
  const colleague = await t.signIn('finance@kopi.example');
  expect((await colleague.ok(getProfile)).data.time_zone).toBe('Asia/Jakarta');
  expect((await save(WIT, colleague)).statusCode).toBe(200);
  const provider = await t.signIn('platform_admin@dasbor.example');
  expect((await provider.ok(saveProfile, { body: { time_zone: 'Asia/Makassar' } })).data.time_zone).toBe(
    'Asia/Makassar',
  );

  for (const wrong of ['WIT', 'Asia/Singapore', 'UTC', '', null, 7]) {
    const answer = await save(wrong as string);
    expect([wrong, answer.statusCode]).toEqual([wrong, 400]);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'time_zone' }] });
  }
  expect((await admin.ok(getProfile)).data.time_zone).toBe(WIT);
  expect((await save(WIT, t.client())).statusCode).toBe(401);

  const { data } = await admin.ok(listAuditLogs, { query: { action: ['profile.updated'] } as never });
  expect(data.map(({ before, after }) => ({ before, after }))).toContainEqual({
    before: { time_zone: 'Asia/Jakarta' },
    after: { time_zone: WIT },
  });
});

test('the database refuses a zone outside Indonesia', async () => {
  const update = filled.owner.query(`update app.login set time_zone = 'Asia/Tokyo'`);
  await expect(update).rejects.toThrow('login_time_zone_check');
});

test.each(TIME_ZONES)('a list that a person downloads has times in %s, named in the header', async (zone) => {
  await save(zone);
  expectTimes(await readFile(admin, listTransactions, { query: { columns } } as never), zone);
  const xlsx = await admin.call(listTransactions, {
    query: { columns },
    headers: { accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  } as never);
  expect(xlsx.statusCode).toBe(200);
  expect(readBySpreadsheet(xlsx.rawPayload, 'xlsx')[0]?.[1]).toBe(`created_at (${TIME_ZONE_NAMES[zone]})`);
  const users = await readFile(admin, listUsers);
  expect(users.split('\n')[0]).toContain(`created_at (${TIME_ZONE_NAMES[zone]})`);
});

test('an export keeps the zone of its request', async () => {
  await save(WIT);
  const { data } = await admin.ok(createExport, { body: { list: 'transactions', format: 'csv', query: { columns } } });
  await save('Asia/Makassar');
  await runExport(t.deps, merchant_id, data!.id);
  const file = await readFile(admin, downloadExport, { params: { id: data!.id } } as never);
  expectTimes(file, WIT);
  expect(file.startsWith('id,created_at (WIT),settlement_date\n')).toBe(true);
});

test('files of API keys, statements and reports stay in WIB', async () => {
  await save(WIT);
  const access = [{ group: 'Transactions', access: 'view' }];
  const { data } = await admin.ok(createApiKey, { body: { name: 'Books', access } });
  const key = t.client(`Bearer ${data.secret}`);
  expectTimes(await readFile(key, listTransactions, { query: { columns } } as never), 'Asia/Jakarta');

  const params = { id: filled.account_id };
  const statement = await readFile(admin, listBalanceEntries, { params } as never);
  expect(statement.split('\n')[0]).toContain('(WIB)');
  const report = await readFile(admin, downloadSettlementReport, {
    params: { id: filled.batch_id },
    query: { format: 'csv' },
  } as never);
  expect(report).toContain('(WIB)');
  for (const file of [statement, report]) expect(file).not.toContain('WIT)');
});

const zones = fc.constantFrom(...TIME_ZONES);
const days = fc.constantFrom('2026-10-10', '2026-10-11', '2026-10-12', '2026-10-13');

property.prop([zones, days], { numRuns: 12 })(
  'the rows of a day of a zone are exactly those with that day beside them; a day alone is in WIB',
  async (zone, day) => {
    const start = startOfDay(day, zone);
    const query = { from: start.toISOString(), to: new Date(start.getTime() + DAY_MS).toISOString(), limit: 100 };
    const inDay = (of: TimeZone) =>
      rows.filter((row) => toZonedDay(new Date(row.created_at), of) === day).map(({ id }) => id);
    expect((await admin.ok(listTransactions, { query })).data.map(({ id }) => id)).toEqual(inDay(zone));
    await save(zone);
    const by_day = await admin.ok(listTransactions, { query: { from: day, to: day, limit: 100 } });
    expect(by_day.data.map(({ id }) => id)).toEqual(inDay('Asia/Jakarta'));
  },
);
