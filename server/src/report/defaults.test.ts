/** Reports that nobody chose a format or a language for have those of the merchant's settings (decision 0101). */
import { createApiKey } from '@dasbor/contract/api-settings';
import { type FileSettingChanges, saveFileSettings } from '@dasbor/contract/file-settings';
import {
  REPORT_TYPES,
  createReportRun,
  downloadSettlementReport,
  listReportRuns,
  listReportSchedules,
  regenerateReport,
  saveReportSchedule,
} from '@dasbor/contract/report';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ExportFixture, insertListData } from '../../test/export-fixture.ts';
import { readPdfText } from '../../test/pdf-text.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { findRun } from './list-queries.ts';
import { createSettlementRun } from './schedule.ts';
import { toDefaultSchedule } from './schedule-rules.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let filled: ExportFixture;
let finance: TestClient;
let count = 0;

beforeAll(async () => {
  t = await startTestApp();
  filled = await insertListData(t);
  finance = await t.signIn('finance@kopi.example');
});
afterAll(async () => {
  await filled?.owner.end();
  await t?.close();
});
beforeEach(async () => {
  await filled.owner.query('delete from app.file_setting');
  await filled.owner.query('delete from app.report_schedule');
});

const prefer = (body: FileSettingChanges) => finance.ok(saveFileSettings, { body });
const key = () => ({ 'idempotency-key': `defaults-${++count}` });
/** Format and stored language of a run. */
async function create(body: object = {}, { language = 'en', by = finance } = {}): Promise<string[]> {
  const { data } = await by.ok(createReportRun, {
    body: { report_type: 'transactions', business_day: '2026-11-01', channels: [], ...body },
    headers: { ...key(), 'accept-language': language },
  });
  return [data.format, await readLanguage(data.id)];
}
async function readLanguage(id: string): Promise<string> {
  const { rows } = await filled.owner.query<{ language: string }>('select language from app.report_run where id = $1', [
    id,
  ]);
  return rows[0]!.language;
}

test('domain 1.14: a report starts with the format and the language of the settings', async () => {
  expect(await create({}, { language: 'id' })).toEqual(['csv', 'id']);
  await prefer({ report_format: 'pdf', report_language: 'id' });
  expect(await create()).toEqual(['pdf', 'id']);
  await prefer({ report_format: 'xlsx', report_language: null });
  expect(await create()).toEqual(['xlsx', 'en']);
  expect(await create({}, { language: 'id' })).toEqual(['xlsx', 'id']);
});

test('what is chosen for a report counts before the settings', async () => {
  await prefer({ report_format: 'pdf', report_language: 'id' });
  expect(await create({ format: 'csv', language: 'en' })).toEqual(['csv', 'en']);
  expect(await create({ language: 'en' })).toEqual(['pdf', 'en']);
});

test('a fee invoice starts as a PDF', async () => {
  await prefer({ report_format: 'csv' });
  const invoice = { report_type: 'fee_invoice', period_from: '2026-10-01', period_to: '2026-10-31' };
  expect((await create({ ...invoice, business_day: undefined }))[0]).toBe('pdf');
});

test('a saved schedule keeps its own format and language, and a new one starts with the settings', async () => {
  const common = { report_type: 'transactions', ...toDefaultSchedule('transactions', CSV_IN_ENGLISH) } as const;
  await finance.ok(saveReportSchedule, { body: { ...common, language: 'en' } });
  await prefer({ report_format: 'xlsx', report_language: 'id' });
  const { data } = await finance.ok(listReportSchedules);
  expect(data.find(({ report_type }) => report_type === 'transactions')).toMatchObject(CSV_IN_ENGLISH);
  expect(data.find(({ report_type }) => report_type === 'refund')).toMatchObject({ format: 'xlsx', language: 'id' });
  const { language: _omitted, ...body } = common;
  expect((await finance.ok(saveReportSchedule, { body: { ...body, hour: 5 } })).data.language).toBe('en');
  const refund = { ...body, report_type: 'refund' } as const;
  expect((await finance.ok(saveReportSchedule, { body: refund })).data.language).toBe('id');
});
const CSV_IN_ENGLISH = { format: 'csv', delimiter: ',', language: 'en' } as const;

test('the report of a paid settlement has them too, without a saved schedule', async () => {
  await prefer({ report_format: 'pdf', report_language: 'id' });
  const batch = { id: filled.batch_id, settlement_date: '2026-11-20' };
  await asMerchant(t.deps.db, merchant_id, (tx) => createSettlementRun(tx, batch, t.clock.now()));
  const { rows } = await filled.owner.query<{ id: string }>(
    `select id from app.report_run where settlement_batch_id = $1 and trigger = 'schedule'`,
    [filled.batch_id],
  );
  const run = await asMerchant(t.deps.db, merchant_id, (tx) => findRun(tx, rows[0]!.id, ['settlement']));
  expect([run?.format, await readLanguage(rows[0]!.id)]).toEqual(['pdf', 'id']);
  const file = await finance.call(downloadSettlementReport, {
    params: { id: filled.batch_id },
    query: { format: 'pdf' },
  });
  expect(readPdfText(file.rawPayload)).toContain('Laporan settlement');
});

test('a report that is generated again keeps its language', async () => {
  const { data } = await finance.ok(createReportRun, {
    body: { report_type: 'transactions', business_day: '2026-11-01', channels: [], format: 'pdf', language: 'id' },
    headers: key(),
  });
  const again = await finance.ok(regenerateReport, {
    params: { id: data.id },
    body: { channels: [] },
    headers: { ...key(), 'accept-language': 'en' },
  });
  expect(await readLanguage(again.data.id)).toBe('id');
});

test('reports of API keys are CSV unless the key chooses', async () => {
  await prefer({ report_format: 'pdf', report_language: 'id' });
  const admin = await t.signIn('superadmin@kopi.example');
  const access = [
    { group: 'Reports', access: 'manage' },
    { group: 'Transactions', access: 'view' },
  ];
  const { data } = await admin.ok(createApiKey, { body: { name: 'Books', access } });
  const program = t.client(`Bearer ${data.secret}`);
  expect(await create({}, { by: program })).toEqual(['csv', 'en']);
  expect(await create({ format: 'pdf' }, { by: program })).toEqual(['pdf', 'en']);
});

test('a report is visible only with access to what it lists', async () => {
  await create();
  const admin = await t.signIn('superadmin@kopi.example');
  const access = [
    { group: 'Reports', access: 'manage' },
    { group: 'Refunds', access: 'view' },
  ];
  const { data } = await admin.ok(createApiKey, { body: { name: 'Refund books', access } });
  const program = t.client(`Bearer ${data.secret}`);
  const visible = ['settlement', 'refund'];
  expect((await program.ok(listReportSchedules, {})).data.map(({ report_type }) => report_type)).toEqual(visible);
  expect(
    (await program.ok(listReportRuns, {})).data.filter(({ report_type }) => !visible.includes(report_type)),
  ).toEqual([]);
  for (const report_type of REPORT_TYPES.filter((type) => type !== 'settlement')) {
    const body = { report_type, business_day: '2026-11-01', channels: [] };
    const response = await program.call(createReportRun, { body, headers: key() });
    expect([report_type, response.statusCode]).toEqual([report_type, report_type === 'refund' ? 202 : 404]);
  }
});
