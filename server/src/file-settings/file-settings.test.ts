/** The delimiter that a merchant sets is that of every CSV file that its people download. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import { listAuditLogs } from '@dasbor/contract/audit';
import { listBalanceEntries } from '@dasbor/contract/balance';
import { getCashFlow } from '@dasbor/contract/cash-flow';
import { getBatchTemplate } from '@dasbor/contract/disbursement-batch';
import { createExport, downloadExport } from '@dasbor/contract/export';
import { type CsvDelimiter, getFileSettings, saveFileSettings } from '@dasbor/contract/file-settings';
import { downloadSettlementReport, listReportSchedules } from '@dasbor/contract/report';
import type { Route } from '@dasbor/contract/route';
import { listTransactions } from '@dasbor/contract/transaction';
import { listUsers } from '@dasbor/contract/user';
import { runExport } from '../export/run.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type ExportFixture, insertListData } from '../../test/export-fixture.ts';
import { type CallInput, type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';

const DELIMITERS: CsvDelimiter[] = [',', ';', '\t'];

let t: TestApp;
let filled: ExportFixture;
let finance: TestClient;
let admin: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  filled = await insertListData(t);
});
beforeEach(async () => {
  finance = await t.signIn('finance@kopi.example');
  admin = await t.signIn('superadmin@kopi.example');
});
afterAll(async () => {
  await filled?.owner.end();
  await t?.close();
});

const save = (csv_delimiter: string, client = finance) => client.call(saveFileSettings, { body: { csv_delimiter } });

async function readCsv<R extends Route>(client: TestClient, route: R, input: Partial<CallInput<R>> = {}) {
  const answer = await client.call(route, { headers: { accept: 'text/csv' }, ...input } as CallInput<R>);
  expect([route.name, answer.statusCode]).toEqual([route.name, 200]);
  return answer.body;
}

async function readExport(): Promise<string> {
  const { data } = await finance.ok(createExport, { body: { list: 'transactions', format: 'csv' } });
  await runExport(t.deps, KOPI_NUSANTARA.merchant_id, data!.id);
  return readCsv(finance, downloadExport, { params: { id: data!.id } });
}

/** How many cells the header and the rows have, outside quotes: one number for a sound file. */
function countCells(csv: string, delimiter: string): number[] {
  const plain = csv.replaceAll(/"(?:[^"]|"")*"/g, 'quoted').replace(/\n$/, '');
  return [...new Set(plain.split('\n').map((line) => line.split(delimiter).length))];
}

test.each(DELIMITERS)('lists, statements, exports, reports and templates with %j', async (delimiter) => {
  await save(delimiter);
  expect((await finance.ok(getFileSettings)).data.csv_delimiter).toBe(delimiter);
  const files = [
    await readCsv(finance, listTransactions),
    await readCsv(finance, listBalanceEntries, { params: { id: filled.account_id } } as never),
    await readCsv(finance, getCashFlow),
    await readCsv(admin, listUsers),
    await readCsv(admin, getBatchTemplate, { query: { format: 'csv' } } as never),
    await readCsv(finance, downloadSettlementReport, {
      params: { id: filled.batch_id },
      query: { format: 'csv' },
    } as never),
    await readExport(),
  ];
  for (const csv of files) {
    const counts = countCells(csv, delimiter);
    expect([csv.slice(0, 200), counts.length]).toEqual([csv.slice(0, 200), 1]);
    expect(counts[0]).toBeGreaterThan(4);
  }
  const { data: schedules } = await finance.ok(listReportSchedules);
  expect(schedules.map((schedule) => schedule.delimiter)).toContain(delimiter);
});

test('files of API keys always have commas', async () => {
  await save(';');
  const access = [{ group: 'Transactions', access: 'view' }];
  const { data } = await admin.ok(createApiKey, { body: { name: 'Books', access } });
  const csv = await readCsv(t.client(`Bearer ${data.secret}`), listTransactions);
  expect(countCells(csv, ',')).toHaveLength(1);
  expect(countCells(csv, ';')).toEqual([1]);
});

test('another merchant keeps its own setting', async () => {
  await save(';');
  const batik = await t.signIn('superadmin@batik.example');
  expect((await batik.ok(getFileSettings)).data).toEqual({
    csv_delimiter: ',',
    report_format: 'csv',
    report_language: null,
    updated_at: null,
  });
});

test('a change is in the audit log with both values; saving it again is not', async () => {
  await save(',');
  await save('\t');
  await save('\t');
  const { data } = await admin.ok(listAuditLogs, { query: { q: 'file_setting' } as never });
  expect(data[0]).toMatchObject({
    action: 'file_setting.updated',
    before: { csv_delimiter: ',' },
    after: { csv_delimiter: '\t' },
  });
  expect(data[1]?.after).toEqual({ csv_delimiter: ',' });
});

test('changes of different settings at once both count, and the others stay as they are', async () => {
  await save(';');
  const change = (body: object) => finance.call(saveFileSettings, { body });
  await Promise.all([change({ report_format: 'pdf' }), change({ report_language: 'id' })]);
  const expected = { csv_delimiter: ';', report_format: 'pdf', report_language: 'id' };
  expect((await finance.ok(getFileSettings)).data).toMatchObject(expected);
  await change({ report_language: null });
  expect((await finance.ok(getFileSettings)).data).toMatchObject({ ...expected, report_language: null });
  const { data } = await admin.ok(listAuditLogs, { query: { q: 'file_setting' } as never });
  expect(data[0]).toMatchObject({ before: { report_language: 'id' }, after: { report_language: null } });
});

test('other delimiters are invalid, and a role that only reads reports cannot change it', async () => {
  expect((await save('|')).statusCode).toBe(400);
  expect((await save(';', await t.signIn('approver@kopi.example'))).statusCode).toBe(403);
  expect((await save(';', await t.signIn('platform_admin@dasbor.example'))).statusCode).toBe(403);
});
