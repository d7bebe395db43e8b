/**
 * Every route that streams a file, in every format that it offers: rows that are read at the pace of a client use the
 * connections of downloads, never those of requests.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { downloadSettlementReport } from '@dasbor/contract/report';
import { type Route, XLSX_TYPE, listMediaTypes } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { listTransactions } from '@dasbor/contract/transaction';
import { buildExampleRequest, formatTarget } from '../src/api-reference/example-request.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { createGroup } from './account-group-fixture.ts';
import { createGroupUser } from './group-user-fixture.ts';
import { SAMPLE_ULID, insertSampleObjects } from './sample-objects.ts';
import { type TestApp, TEST_START, startTestApp } from './test-app.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;

/** Files that a request stores first. They are read in chunks, each in a transaction of its own (storage/stored-file.ts). */
const STORED_BEFORE = new Set(['downloadExport', 'downloadStoredFile']);

let it: TestApp;
let group_id: string;
const principals: string[] = [];
/** COPY statements by the pool of their connection. */
const copies = { requests: [] as string[], downloads: 0 };
const request_connections = new WeakSet<object>();
// oxlint-disable-next-line typescript/unbound-method -- called with the client as `this`.
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;

beforeAll(async () => {
  // Before the first connection: the driver keeps the function of a connection from its start.
  recordCopies();
  it = await startTestApp();
  it.deps.db.pool.on('acquire', (client) => request_connections.add(client));
  const owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  await insertSampleObjects(owner, KOPI);
  group_id = await createGroup(it.deps.db, { owner_id: null, member_ids: [KOPI], from: '2026-11-01', now: TEST_START });
  await owner.query(
    `insert into app.commission_statement (merchant_id, id, number, series_id, group_id, rule_name, cycle, period_from, period_to, collects, status, last_event_seq, created_at, updated_at)
     values ($1, $2, 'C-1', 'series', $3, 'Share', 'daily', '2026-11-18', '2026-11-18', '{}', 'open', 1, $4, $4)`,
    [KOPI, `cms_${SAMPLE_ULID}`, group_id, TEST_START.toISOString()],
  );
  await owner.query(
    `insert into app.commission_rule (merchant_id, id, series_id, version, group_id, name, basis, rate_ppm, flat_amount, bearer, cycle, effective_from, status, tiers, created_by_id, created_by, created_at)
     values ($1, $2, $2, 1, $3, 'Share', 'percent_of_fee', 100000, 0, 'from_platform_fee', 'daily', '2026-11-18', 'draft', '[]', 'usr_1', 'Test', $4)`,
    [KOPI, `cmr_${SAMPLE_ULID}`, group_id, TEST_START.toISOString()],
  );
  await owner.query(
    `insert into app.bank_statement (id, account_no, number, format, opening_balance, closing_balance, first_day, last_day, line_count, file_name, sha256, uploaded_at, uploaded_by_id, uploaded_by)
     values ($1, '8880001234', 'S-1', 'csv', 0, 0, '2026-11-18', '2026-11-18', 1, 'statement.csv', 'x', $2, 'usr_1', 'Test')`,
    [`bst_${SAMPLE_ULID}`, TEST_START.toISOString()],
  );
  await owner.end();
  await createGroupUser(it, group_id, 'shared@holding.example');
  for (const email of ['superadmin@kopi.example', 'platform_admin@dasbor.example', 'shared@holding.example']) {
    principals.push((await it.signIn(email)).authorization!);
  }
});
beforeEach(() => {
  Object.assign(copies, { requests: [], downloads: 0 });
  // The stored objects are as old as the start of the clock.
  it.clock.advance(1_000);
});
afterAll(async () => {
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  await it.close();
});

function recordCopies(): void {
  pg.Client.prototype.query = function recordingQuery(this: pg.Client, ...args: unknown[]) {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string } | undefined)?.text;
    if (text?.startsWith('copy (') === true) {
      if (request_connections.has(this)) copies.requests.push(text);
      else copies.downloads += 1;
    }
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
}

/** A request for each file of a route: lists name the format in a header, reports in a parameter. */
const downloads = ROUTES.filter((route) => listMediaTypes(route)[0] !== 'text/event-stream').flatMap((route) => {
  const wanted: { name: string; accept: string; query?: { format: string } }[] = [];
  if (route.files === true) {
    wanted.push({ name: 'csv', accept: 'text/csv' }, { name: 'xlsx', accept: XLSX_TYPE });
  }
  if (route.stream !== undefined) {
    const formats = listFormats(route);
    for (const format of formats) wanted.push({ name: format, accept: '*/*', query: { format } });
    if (formats.length === 0) wanted.push({ name: 'stream', accept: '*/*' });
  }
  return wanted.map((each) => [`${route.name} ${each.name}`, { route, ...each }] as const);
});

function listFormats(route: Route): string[] {
  const schema = route.query && (z.toJSONSchema(route.query, { io: 'input' }) as unknown as QuerySchema);
  return schema?.properties?.['format']?.enum ?? [];
}
interface QuerySchema {
  properties?: Record<string, { enum?: string[] }>;
}

/** The status for the first principal who may call the route. The content is read to its end. */
async function download(route: Route, accept: string, query?: object): Promise<number> {
  const { path_params, ...example } = buildExampleRequest(route);
  if ('merchant_id' in path_params) path_params['merchant_id'] = KOPI;
  if (route.path.startsWith('/account-groups/')) path_params['id'] = group_id;
  const target = formatTarget({ ...example, path_params, query: { ...example.query, ...query } });
  let refusal = 403;
  for (const authorization of principals) {
    const answer = await it.app.inject({ method: 'GET', url: target, headers: { authorization, accept } });
    if (answer.statusCode === 200) return 200;
    if (answer.statusCode !== 403) refusal = answer.statusCode;
  }
  return refusal;
}

test.each(downloads)('%s', async (_name, { route, accept, query: parameters }) => {
  expect(await download(route, accept, parameters)).toBe(STORED_BEFORE.has(route.name) ? 404 : 200);
  expect(copies.requests).toEqual([]);
});

test('lists and reports are read with connections of downloads', async () => {
  expect(await download(downloadSettlementReport, '*/*', { format: 'csv' })).toBe(200);
  expect(await download(listTransactions, 'text/csv')).toBe(200);
  expect(copies.downloads).toBe(2);
});
