/** Exports on a real database: what is in them, who gets them, and what happens to them. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AccessGroup } from '@dasbor/contract/access';
import { createApiKey, revokeApiKey } from '@dasbor/contract/api-settings';
import {
  type ExportList,
  createExport,
  deleteExport,
  downloadExport,
  getExport,
  listExports,
} from '@dasbor/contract/export';
import type { Body } from '@dasbor/contract/route';
import { XLSX_TYPE } from '@dasbor/contract/route';
import { listTransactions } from '@dasbor/contract/transaction';
import { listRefunds } from '@dasbor/contract/refund';
import { asMerchant } from '../db/tx.ts';
import { startWorker } from '../jobs/worker.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { exportJobs } from './jobs.ts';
import {
  type ExportFixture,
  parseCsv,
  insertListData,
  UNSAFE_CELLS,
  insertCopies,
  readBySpreadsheet,
} from '../../test/export-fixture.ts';
import { holdRows } from '../../test/held-rows.ts';
import { runExport } from './run.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let filled: ExportFixture;
let finance: TestClient;
let admin: TestClient;
beforeAll(async () => {
  t = await startTestApp({ env: { PUBLIC_URL: 'https://dasbor.example' } });
  filled = await insertListData(t);
  finance = await t.signIn('finance@kopi.example');
  admin = await t.signIn('admin@kopi.example');
});
afterAll(async () => {
  await filled?.owner.end();
  await t?.close();
});

type ExportInput = Partial<Omit<Body<typeof createExport>, 'query'>> & { query?: Record<string, unknown> };

async function ask(client: TestClient, input: ExportInput = {}): Promise<string> {
  const { data } = await client.ok(createExport, { body: { list: 'transactions', format: 'csv', ...input } });
  return data?.id ?? '';
}
/** Asks for an export and makes it. */
async function make(client: TestClient, input: ExportInput = {}, file_rows_max?: number): Promise<string> {
  const id = await ask(client, input);
  await runExport(t.deps, merchant_id, id, file_rows_max === undefined ? {} : { file_rows_max });
  return id;
}
const download = async (client: TestClient, id: string, part = 1): Promise<Buffer> => {
  const answer = await client.call(downloadExport, { params: { id }, query: { part } });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};
const readCode = async (answer: Promise<{ statusCode: number; json: () => { code?: string } }>) => {
  const { statusCode, json } = await answer;
  return `${statusCode} ${json().code}`;
};
const job = (name: string) => exportJobs.find((each) => each.name === name)!;
const mails = () => {
  const folder = path.join(t.deps.env.DATA_DIR, 'mailbox');
  return readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
};
const removeAll = async () => {
  const { data } = await admin.ok(listExports, { query: { limit: 100 } });
  for (const { id, status } of data) {
    if (status === 'waiting' || status === 'running') await admin.ok(deleteExport, { params: { id } });
    await admin.ok(deleteExport, { params: { id } });
  }
};

describe('contents', () => {
  test('domain 0: the CSV of an export is the CSV of the list, byte by byte', async () => {
    const query = { sort: 'amount', method: 'qris', columns: 'created_at,id,merchant_reference,amount' };
    const id = await make(finance, { query });
    const listed = await finance.call(listTransactions, { query: query as never, headers: { accept: 'text/csv' } });
    expect((await download(finance, id)).toString()).toBe(listed.body);
    expect(listed.body.split('\n')[0]).toBe('created_at (WIB),id,merchant_reference,amount');
    const { data } = await finance.ok(getExport, { params: { id } });
    expect(data).toMatchObject({ status: 'ready', row_count: 12, rows_done: 12, error: null, query });
    expect(data.files).toEqual([
      { part_no: 1, name: 'transactions-2026-11-18.csv', row_count: 12, size_bytes: listed.rawPayload.length },
    ]);
  });

  test('reliability 3 threat 21: no cell is run by a spreadsheet, neither of CSV nor of Excel', async () => {
    const query = { columns: 'merchant_reference,amount' };
    const csv = await make(finance, { query });
    const xlsx = await make(finance, { query, format: 'xlsx' });
    const content = await download(finance, csv);
    const cells = parseCsv(content.toString()).map(([cell]) => cell ?? '');
    for (const text of UNSAFE_CELLS) expect(cells).toContain(/^'*[-=+@]/.test(text) ? `'${text}` : text);
    // gnumeric, as LibreOffice does, calculates what it takes for a formula: nothing here is one.
    expect(
      readBySpreadsheet(content, 'csv')
        .flat()
        .filter((cell) => cell === '2'),
    ).toEqual([]);
    const excel = readBySpreadsheet(await download(finance, xlsx), 'xlsx').map(([cell]) => cell);
    for (const text of UNSAFE_CELLS) expect(excel).toContain(text);
  });

  test('domain 0: Excel has the rows and columns of the CSV, with numeric amounts and times in WIB', async () => {
    const query = { columns: 'created_at,id,amount,status' };
    const [csv, xlsx] = [await make(finance, { query }), await make(finance, { query, format: 'xlsx' })];
    const rows = parseCsv((await download(finance, csv)).toString());
    const excel = readBySpreadsheet(await download(finance, xlsx), 'xlsx');
    expect(excel[0]).toEqual(['created_at (WIB)', 'id', 'amount', 'status']);
    expect(excel.map(([, id]) => id)).toEqual(rows.map(([, id]) => id));
    const digits = (cell: string | undefined) => (cell ?? '').replaceAll(/\D/g, '');
    expect(excel.map(([, , amount]) => digits(amount))).toEqual(rows.map(([, , amount]) => digits(amount)));
    expect(excel.map(([at]) => digits(at))).toEqual(rows.map(([at]) => digits(at)));
    const at_once = await finance.call(listTransactions, { query: query as never, headers: { accept: XLSX_TYPE } });
    expect(at_once.headers['content-type']).toBe(XLSX_TYPE);
    expect(readBySpreadsheet(at_once.rawPayload, 'xlsx')).toEqual(excel);
  });

  test('domain 0: a long export has several files from one read of the list', async () => {
    const query = { columns: 'id' };
    const id = await make(finance, { query }, 10);
    const { data } = await finance.ok(getExport, { params: { id } });
    expect(data.files.map(({ name, row_count }) => [name, row_count])).toEqual([
      ['transactions-2026-11-18-part-1.csv', 10],
      ['transactions-2026-11-18-part-2.csv', 10],
      ['transactions-2026-11-18-part-3.csv', 4],
    ]);
    const parts = await Promise.all([1, 2, 3].map((part) => download(finance, id, part)));
    const ids = parts.flatMap((part) => parseCsv(part.toString()).slice(1).flat());
    const listed = await finance.ok(listTransactions);
    expect(ids).toEqual(listed.data.map((row) => row.id));
    expect((await finance.call(downloadExport, { params: { id }, query: { part: 4 } })).statusCode).toBe(404);
  });

  test('selected rows are exported on their own', async () => {
    const { data } = await finance.ok(listTransactions, { query: { limit: 3 } });
    const ids = data.map(({ id }) => id);
    const id = await make(finance, { query: { ids, columns: 'id' } });
    expect(
      parseCsv((await download(finance, id)).toString())
        .slice(1)
        .flat(),
    ).toEqual(ids);
  });

  test('an empty export has a header', async () => {
    const id = await make(finance, { query: { ids: 'nobody', columns: 'id,amount' }, format: 'xlsx' });
    expect(readBySpreadsheet(await download(finance, id), 'xlsx')).toEqual([['id', 'amount']]);
  });
});

describe('access', () => {
  test('domain 1.14: a list cannot be exported without access to it', async () => {
    const support = await t.signIn('support@kopi.example');
    const input = { list: 'refunds', format: 'csv' };
    expect(await readCode(support.call(createExport, { body: input }))).toBe('403 forbidden');
    expect((await support.call(listRefunds)).statusCode).toBe(403);
    expect((await finance.call(createExport, { body: input })).statusCode).toBe(201);
    await removeAll();
  });

  test('users see their own exports, superadmin and admin all of the merchant; other merchants none', async () => {
    const id = await make(finance);
    const approver = await t.signIn('approver@kopi.example');
    const stranger = await t.signIn('superadmin@batik.example');
    for (const client of [approver, stranger]) {
      expect((await client.ok(listExports)).data.map((row) => row.id)).not.toContain(id);
      for (const route of [getExport, downloadExport, deleteExport]) {
        expect((await client.call(route, { params: { id } })).statusCode).toBe(404);
      }
    }
    for (const client of [finance, admin]) {
      expect((await client.ok(listExports)).data.map((row) => row.id)).toContain(id);
      expect((await client.call(downloadExport, { params: { id } })).statusCode).toBe(200);
    }
  });

  test('access is checked again when the export runs and when it is downloaded', async () => {
    const setRole = (role: string) =>
      filled.owner.query(
        `update app.membership m set role = $1 from app.login l
         where l.user_id = m.user_id and l.email = 'finance@kopi.example'`,
        [role],
      );
    const made = await make(finance, { list: 'refunds', query: {} });
    const waiting = await ask(finance, { list: 'refunds', query: {} });
    const payments = await make(finance, { query: { columns: 'id' } });
    await setRole('support');
    const demoted = await t.signIn('finance@kopi.example');
    expect(await readCode(demoted.call(downloadExport, { params: { id: made } }))).toBe('403 forbidden');
    expect((await demoted.ok(listExports)).data.map((row) => row.id)).not.toContain(made);
    // Payments are open to support, but not with the contact data that finance sees.
    expect(await readCode(demoted.call(downloadExport, { params: { id: payments } }))).toBe('403 forbidden');
    await runExport(t.deps, merchant_id, waiting);
    await setRole('finance');
    const { data } = await admin.ok(getExport, { params: { id: waiting } });
    expect(data).toMatchObject({ status: 'failed', files: [] });
    expect(data.error).toContain('no longer has access to this list');
    expect(await readCode(admin.call(downloadExport, { params: { id: waiting } }))).toBe('409 not_ready');
  });

  test('support sees masked contact data', async () => {
    const support = await t.signIn('support@kopi.example');
    const id = await make(support, { list: 'virtual-accounts', query: { columns: 'customer_email' } });
    expect(
      new Set(
        parseCsv((await download(support, id)).toString())
          .slice(1)
          .flat(),
      ),
    ).toEqual(new Set(['r***@example.com']));
  });

  const createKey = async (name: string, group: AccessGroup) => {
    const superadmin = await t.signIn('superadmin@kopi.example');
    const { data } = await superadmin.ok(createApiKey, { body: { name, access: [{ group, access: 'view' }] } });
    return { id: data.id, superadmin, client: t.client(`Bearer ${data.secret}`) };
  };

  test('an API key exports the lists that it may view, and sees its own exports only', async () => {
    const { client } = await createKey('Books', 'Transactions');
    const other = await createKey('Till', 'Transactions');
    const id = await make(client, { query: { columns: 'id,amount' } });
    const listed = await client.call(listTransactions, {
      query: { columns: 'id,amount' },
      headers: { accept: 'text/csv' },
    });
    expect((await download(client, id)).toString()).toBe(listed.body);
    expect((await client.ok(listExports)).data.map((row) => row.id)).toEqual([id]);
    expect((await other.client.ok(listExports)).data).toEqual([]);
    for (const route of [getExport, downloadExport, deleteExport]) {
      expect(await readCode(other.client.call(route, { params: { id } }))).toBe('404 not_found');
    }
    expect((await admin.ok(getExport, { params: { id } })).data).toMatchObject({ status: 'ready', row_count: 24 });
  });

  test('an API key cannot export a list that it may not view', async () => {
    const { client } = await createKey('Stickers', 'QRIS');
    const create = (list: ExportList) => client.call(createExport, { body: { list, format: 'csv' } });
    expect(await readCode(create('transactions'))).toBe('403 forbidden');
    expect(await readCode(create('audit-log'))).toBe('403 forbidden');
    expect((await create('qris-payments')).statusCode).toBe(201);
    await removeAll();
  });

  test('the export of a revoked API key fails, and its files cannot be downloaded with it', async () => {
    const { id: key_id, superadmin, client } = await createKey('Former shop', 'Transactions');
    const made = await make(client, { query: { columns: 'id' } });
    const waiting = await ask(client, { query: { columns: 'id' } });
    await superadmin.ok(revokeApiKey, { params: { id: key_id } });
    await runExport(t.deps, merchant_id, waiting);
    const { data } = await admin.ok(getExport, { params: { id: waiting } });
    expect(data).toMatchObject({ status: 'failed', files: [] });
    expect(data.error).toContain('no longer has access to this list');
    expect((await client.call(downloadExport, { params: { id: made } })).statusCode).toBe(401);
  });
});

describe('request', () => {
  test.each<[string, ExportInput, string]>([
    ['a filter that the list does not have', { query: { colour: 'red' } }, '400 invalid_request'],
    ['a value that the filter does not take', { query: { status: 'green' } }, '400 invalid_request'],
    ['a column that is none', { query: { columns: 'id,secret' } }, '400 invalid_request'],
    [
      'a range that the list refuses',
      { query: { from: '2026-01-01T00:00:00Z', to: '2026-09-01T00:00:00Z' } },
      '422 range_too_long',
    ],
    ['a list that is none', { list: 'people' as never }, '400 invalid_request'],
    ['lines of no batch', { list: 'settlement-lines' }, '404 not_found'],
    [
      'lines of a batch that is not there',
      { list: 'settlement-lines', params: { id: 'stl_01kagz7v3w8x9y2m4n5p6q7r8s' } },
      '404 not_found',
    ],
    [
      'movements of an account that is not there',
      { list: 'balance-entries', params: { id: 'led_01kagz7v3w8x9y2m4n5p6q7r8s' } },
      '404 not_found',
    ],
  ])('%s is refused', async (_name, input, code) => {
    const body = { list: 'transactions', format: 'csv', ...input };
    expect(await readCode(finance.call(createExport, { body }))).toBe(code);
  });

  test('unfinished exports per user are limited: too_many_exports', async () => {
    await removeAll();
    for (let n = 0; n < 5; n++) await ask(finance);
    const body = { list: 'transactions', format: 'csv' };
    expect(await readCode(finance.call(createExport, { body }))).toBe('429 too_many_exports');
    expect((await admin.call(createExport, { body })).statusCode).toBe(201);
    await removeAll();
  });

  test('every change and every download is in the audit log', async () => {
    const id = await make(finance);
    await download(finance, id);
    await finance.ok(deleteExport, { params: { id } });
    const { rows } = await filled.owner.query<{ action: string }>(
      'select action from app.audit_log where merchant_id = $1 and object_id = $2 order by seq',
      [merchant_id, id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['export.created', 'export.downloaded', 'export.removed']);
  });
});

describe('lifecycle', () => {
  test('a cancelled export stays listed without files, and a second call deletes it', async () => {
    const id = await ask(finance);
    await finance.ok(deleteExport, { params: { id } });
    await runExport(t.deps, merchant_id, id);
    expect((await finance.ok(getExport, { params: { id } })).data).toMatchObject({ status: 'cancelled', files: [] });
    await finance.ok(deleteExport, { params: { id } });
    expect((await finance.call(getExport, { params: { id } })).statusCode).toBe(404);
  });

  test('deleting an export deletes its files', async () => {
    const id = await make(finance, {}, 10);
    const count = async () =>
      Number(
        (await filled.owner.query('select count(*) from app.stored_file where name like $1', ['transactions-%']))
          .rows[0].count,
      );
    const before = await count();
    await finance.ok(deleteExport, { params: { id } });
    expect(before - (await count())).toBe(3);
  });

  test('domain 0: files are kept for seven days; the export then is expired', async () => {
    const id = await make(finance, { query: { columns: 'id' } });
    const { data } = await finance.ok(getExport, { params: { id } });
    const expires = Date.parse(data.expires_at ?? '');
    const start = t.clock.now();
    expect(expires - start.getTime()).toBe(7 * 86_400_000);
    const [before, after] = [new Date(expires - 1), new Date(expires)];
    t.clock.set(before);
    const late = await t.signIn('finance@kopi.example');
    await download(late, id);
    await job('expire_exports').run(t.deps, {});
    expect((await late.ok(getExport, { params: { id } })).data.status).toBe('ready');
    t.clock.set(after);
    expect((await late.ok(getExport, { params: { id } })).data).toMatchObject({ status: 'expired', files: [] });
    expect(await readCode(late.call(downloadExport, { params: { id } }))).toBe('409 export_expired');
    await job('expire_exports').run(t.deps, {});
    const { rows } = await filled.owner.query('select status from app.export where id = $1', [id]);
    expect(rows).toEqual([{ status: 'expired' }]);
    const files = await filled.owner.query('select 1 from app.export_file where export_id = $1', [id]);
    expect(files.rowCount).toBe(0);
    t.clock.set(start);
  });

  test('a superseded run changes nothing and leaves no files', async () => {
    const id = await ask(finance, { query: { columns: 'id' } });
    // Two runs at the same time: the later one holds the export.
    const runs = await Promise.allSettled([runExport(t.deps, merchant_id, id), runExport(t.deps, merchant_id, id)]);
    expect(runs.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const { data } = await finance.ok(getExport, { params: { id } });
    expect(data).toMatchObject({ status: 'ready', rows_done: 24 });
    const { rows } = await filled.owner.query(
      `select (select count(*) from app.export_file where export_id = $1) as listed`,
      [id],
    );
    expect(Number(rows[0].listed)).toBe(1);
    expect(parseCsv((await download(finance, id)).toString())).toHaveLength(25);
  });

  test('reliability 4.5: a failing export is retried and fails after five attempts with a reason', async () => {
    const id = await ask(finance);
    const connect = () => Promise.reject(new Error('no connection'));
    const pool = new Proxy(t.deps.db.pool, {
      get: (of, name) => {
        const part: unknown = name === 'connect' ? connect : Reflect.get(of, name);
        return typeof part === 'function' ? (part.bind(of) as unknown) : part;
      },
    });
    const broken = { ...t.deps, db: { ...t.deps.db, pool } };
    for (let attempt = 1; attempt < 5; attempt++) {
      await expect(runExport(broken, merchant_id, id)).rejects.toThrow('no connection');
      expect((await finance.ok(getExport, { params: { id } })).data.status).toBe('waiting');
    }
    await runExport(broken, merchant_id, id);
    const { data } = await finance.ok(getExport, { params: { id } });
    expect(data).toMatchObject({ status: 'failed', error: 'Something went wrong on our side. Please try again.' });
  });

  test('the sweep restarts an export whose worker crashed, and its requester is notified once', async () => {
    await removeAll();
    const id = await ask(finance, { query: { columns: 'id' }, format: 'xlsx' });
    // As a dead worker leaves it: running, its first file made, its job gone.
    await filled.owner.query(`update app.export set status = 'running', attempts = 1, rows_done = 7 where id = $1`, [
      id,
    ]);
    await filled.owner.query(`delete from graphile_worker._private_jobs`);
    t.clock.advance(120_001);
    await job('sweep_exports').run(t.deps, {});
    const worker = await startWorker(t.deps, t.database.jobs_url, exportJobs);
    const client = await t.signIn('finance@kopi.example');
    await expect
      .poll(
        async () =>
          (await filled.owner.query('select mailed_at from app.export where id = $1', [id])).rows[0].mailed_at,
        {
          timeout: 20_000,
        },
      )
      .not.toBeNull();
    await worker.stop();
    expect((await client.ok(getExport, { params: { id } })).data).toMatchObject({ status: 'ready', row_count: 24 });
    await job('send_export_email').run(t.deps, { merchant_id, id });
    const about = mails().filter((text) => text.includes(`<${id}@dasbor.example>`));
    expect(about).toHaveLength(1);
    expect(about[0]).toContain('To: finance@kopi.example');
    expect(about[0]!.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
      'https://dasbor.example/dashboard?files=exports',
    );
  });
});

describe('row limits', () => {
  test('domain 0: up to 5,000 rows download directly, more are an export; direct Excel is rejected: too_many_rows', async () => {
    const { data } = await finance.ok(listTransactions, { query: { limit: 1, sort: 'created_at' } });
    await insertCopies(filled.owner, data[0]!.id, 5_000 - 24);
    const body = { list: 'transactions', format: 'xlsx', only_if_large: true, query: { columns: 'id' } };
    expect(await finance.ok(createExport, { body })).toEqual({ data: null, row_count: 5_000 });
    const query = { columns: 'id' };
    const excel = await finance.call(listTransactions, { query, headers: { accept: XLSX_TYPE } });
    expect(excel.statusCode).toBe(200);
    await multiplyOne(data[0]!.id);
    const made = await finance.ok(createExport, { body });
    expect(made).toMatchObject({ row_count: 5_001, data: { status: 'waiting', row_count: 5_001 } });
    const refused = finance.call(listTransactions, { query, headers: { accept: XLSX_TYPE } });
    expect(await readCode(refused)).toBe('422 too_many_rows');
    // Programs still get any length as CSV from the list itself.
    const csv = await finance.call(listTransactions, { query, headers: { accept: 'text/csv' } });
    expect(parseCsv(csv.body)).toHaveLength(5_002);
    await finance.ok(deleteExport, { params: { id: made.data!.id } });
  });

  test('progress is published during the run, and a cancelled run stops immediately', async () => {
    const { data } = await finance.ok(listTransactions, { query: { limit: 1, sort: 'created_at' } });
    await multiplyMany(data[0]!.id, 20_000);
    const id = await ask(finance);
    const read = async () => (await finance.ok(getExport, { params: { id } })).data;
    expect(await read()).toMatchObject({ status: 'waiting', rows_done: 0 });
    const cancelled = Promise.withResolvers<undefined>();
    onTestFinished(() => cancelled.resolve(undefined));
    const held = holdRows(t.deps, 10_000, cancelled.promise);
    const running = runExport(held, merchant_id, id, { progress_interval_ms: 40 });
    await expect.poll(read).toMatchObject({ status: 'running', rows_done: 10_000 });
    expect((await read()).row_count).toBeGreaterThan(10_000);
    await finance.ok(deleteExport, { params: { id } });
    cancelled.resolve(undefined);
    await running;
    const files = await filled.owner.query('select 1 from app.export_file where export_id = $1', [id]);
    expect(files.rowCount).toBe(0);
    const pieces = await asMerchant(t.deps.db, merchant_id, (tx) =>
      tx.sql
        .selectFrom('stored_file')
        .select('id')
        .where('merchant_id', '=', merchant_id)
        .where('status', '=', 'writing')
        .execute(),
    );
    expect(pieces).toEqual([]);
  });
});

let copies = 100_000;
const multiplyMany = async (id: string, count: number) => {
  await insertCopies(filled.owner, id, count, copies);
  copies += count;
};
const multiplyOne = (id: string) => multiplyMany(id, 1);
