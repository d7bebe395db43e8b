/** Reports of a random month against the ledger, read by programs other than ours: gnumeric and pdftotext. */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatRupiah } from '@dasbor/contract/format';
import { REPORT_FORMATS } from '@dasbor/contract/file-settings';
import {
  type ReportRun,
  downloadReport,
  downloadReportTotals,
  downloadSettlementReport,
  getReportRun,
  listReportRuns,
  listReportSchedules,
  regenerateReport,
  resendReport,
  createReportRun,
} from '@dasbor/contract/report';
import { saveNotificationConfiguration } from '@dasbor/contract/report-delivery';
import { getSettlement } from '@dasbor/contract/settlement';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { listWebhookErrors, recordWebhooks } from '../../test/webhook-events.ts';
import { asMerchant } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import { settleMerchant } from '../settlement/run.ts';
import { insertBatch } from '../settlement/write-queries.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { reportJobs } from './jobs.ts';
import { findRawWords, findSplitIds, readPdfText } from '../../test/pdf-text.ts';
import { insertMonth } from '../../test/report-fixture.ts';

const { merchant_id } = KOPI_NUSANTARA;
const HOUR_MS = 3_600_000;
const OCTOBER = { period_from: '2026-10-01', period_to: '2026-10-31' };
const SEED = Number(process.env['SEED'] ?? 20261031);
let t: TestApp;
let finance: TestClient;
let folder: string;
let keys = 0;
const headers = () => ({ 'idempotency-key': `report-${++keys}` });

beforeAll(async () => {
  t = await startTestApp();
  await recordWebhooks(t);
  finance = await t.signIn('finance@kopi.example');
  folder = mkdtempSync(join(tmpdir(), 'dasbor-report-'));
  await insertMonth(t.deps.db, merchant_id, new Date('2026-09-30T17:00:00.000Z'), { days: 31, seed: SEED });
  // Just beside the month, on either side.
  for (const paid_at of ['2026-09-30T16:59:59.999Z', '2026-10-31T17:00:00.000Z']) {
    await insertPayment(t.deps.db, merchant_id, {
      method: 'qris',
      channel_code: null,
      amount: 999_999,
      paid_at: new Date(paid_at),
    });
  }
});
afterAll(async () => {
  await t?.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (name: string, payload = {}) => reportJobs.find((job) => job.name === name)?.run(t.deps, payload);
const read = async (id: string) => (await finance.ok(getReportRun, { params: { id } })).data;
async function made(body: object, language = 'en'): Promise<ReportRun> {
  const { data } = await finance.ok(createReportRun, {
    body: { channels: [], ...body },
    headers: { ...headers(), 'accept-language': language },
  });
  await run('deliver_report', { merchant_id, run_id: data.id });
  return read(data.id);
}
async function fileOf({ id, file_name, sha256, file_size_bytes }: ReportRun): Promise<string> {
  const answer = await finance.call(downloadReport, { params: { id } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${file_name}"`);
  expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(sha256);
  expect(answer.rawPayload.length).toBe(file_size_bytes);
  const path = join(folder, `${id}-${file_name}`);
  writeFileSync(path, answer.rawPayload);
  return path;
}
/** What a spreadsheet reads of a file, every sheet of it, as it would write it down itself. */
function sheetsOf(path: string): string[][][] {
  const out = `${path}.sheet`;
  execFileSync('ssconvert', ['-S', '-T', 'Gnumeric_stf:stf_csv', path, out], { stdio: 'ignore' });
  return [0, 1].flatMap((at) => {
    if (!existsSync(`${out}.${at}`)) return [];
    const lines = readFileSync(`${out}.${at}`, 'utf8').trimEnd().split('\n');
    return [lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))];
  });
}
/** Of a CSV without quoted cells. */
const rowsOf = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
const pdfText = (path: string): string => readPdfText(readFileSync(path));
const sumOf = ([header = [], ...rows]: string[][], column: string): number =>
  rows.reduce((sum, row) => sum + Number(row[header.indexOf(column)]), 0);

/** What the ledger moved in the month: credits less debits of an account. */
const ledger = (type: string, kinds = sql`true`): Promise<number> =>
  asMerchant(t.deps.db, merchant_id, async (tx) => {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(case when f.credit_account = a.id then f.amount else -f.amount end), 0)::bigint as sum
      from app.transfer f
      join app.ledger_account a on a.merchant_id = ${merchant_id} and a.type = ${type}
        and a.id in (f.debit_account, f.credit_account)
      where f.merchant_id = ${merchant_id} and ${kinds} and f.posted_at >= '2026-09-30T17:00:00Z'
        and f.posted_at < '2026-10-31T17:00:00Z'`.execute(tx.sql);
    return rows[0]?.sum ?? Number.NaN;
  });

describe('reports of a random month', () => {
  const TYPES: [ReportRun['report_type'], column: string, () => Promise<number>][] = [
    [
      'transactions',
      'net_amount',
      () => ledger('pending_settlement', sql`f.kind in ('payment', 'payment_fee', 'payment_fee_vat')`),
    ],
    ['deposit', 'net_amount', () => ledger('payout', sql`f.kind like 'top_up%'`)],
    [
      'refund',
      'net_amount',
      async () =>
        (await ledger('refunds', sql`f.kind = 'refund'`)) +
        (await ledger('pending_settlement', sql`f.kind like 'refund_fee%reversal'`)),
    ],
    [
      'disbursement',
      'net_amount',
      async () =>
        (await ledger('payout', sql`f.kind like 'disbursement%'`)) +
        (await ledger('payout_reserved', sql`f.kind like 'disbursement%'`)),
    ],
    ['fee_invoice', 'total_amount', async () => (await ledger('fees_paid')) + (await ledger('vat_paid'))],
  ];

  test.each(TYPES)('domain 1.22: the %s report adds up to the ledger in every format', async (type, column, sum) => {
    const expected = await sum();
    expect(expected).not.toBe(0);
    const runs = new Map<string, ReportRun>();
    for (const format of REPORT_FORMATS) runs.set(format, await made({ report_type: type, ...OCTOBER, format }));
    for (const each of runs.values()) {
      expect(each).toMatchObject({ status: 'delivered', net_total: expected, row_count: runs.get('csv')?.row_count });
    }
    const path = await fileOf(runs.get('csv') as ReportRun);
    const [csv = []] = type === 'transactions' ? sheetsOf(path) : [rowsOf(path)];
    expect([csv.length - 1, sumOf(csv, column)]).toEqual([runs.get('csv')?.row_count, expected]);
    const [xlsx = []] = sheetsOf(await fileOf(runs.get('xlsx') as ReportRun));
    // A text would be no number to the spreadsheet: its sum is of what it took for numbers.
    expect([xlsx.length, sumOf(xlsx, column)]).toEqual([csv.length, expected]);
    const text = pdfText(await fileOf(runs.get('pdf') as ReportRun));
    expect(text).toContain(formatRupiah(expected));
  });

  test('domain 1.22: the statement has opening balance, movements and closing balance of each account', async () => {
    const report = await made({ report_type: 'balance', ...OCTOBER });
    const lines = readFileSync(await fileOf(report), 'utf8')
      .trimEnd()
      .split('\n');
    const rows = lines.map((line) => line.split(','));
    const header = rows[0] ?? [];
    const of = (row: string[], column: string) => row[header.indexOf(column)] ?? '';
    let total = 0;
    for (const account of ['pending_settlement', 'available', 'payout']) {
      const own = rows.filter((row) => of(row, 'account') === account);
      const moved = await ledger(account);
      total += moved;
      const [opening, closing] = [own[0] ?? [], own.at(-1) ?? []];
      expect([of(opening, 'kind'), of(closing, 'kind')]).toEqual(['opening_balance', 'closing_balance']);
      expect(Number(of(closing, 'balance_after')) - Number(of(opening, 'balance_after'))).toBe(moved);
    }
    expect(report.net_total).toBe(total);
  });

  test('domain 4.6: the invoice has its number, billed party, DPP, PPN, and fees by method and fee rule', async () => {
    const text = pdfText(await fileOf(await made({ report_type: 'fee_invoice', ...OCTOBER, format: 'pdf' })));
    for (const words of [
      'INV-KOPI-202610',
      'PT Kopi Nusantara Jaya',
      'PMK 131/2024',
      'DPP',
      'PPN',
      'Virtual account BCA',
      'Refunded',
    ]) {
      expect(text).toContain(words);
    }
    const csv = rowsOf(await fileOf(await made({ report_type: 'fee_invoice', ...OCTOBER, format: 'csv' })));
    expect(sumOf(csv, 'fee_amount')).toBe(await ledger('fees_paid'));
    expect(sumOf(csv, 'vat_amount')).toBe(await ledger('vat_paid'));
  });

  const READABLE: [ReportRun['report_type'], english: string[], indonesian: string[]][] = [
    ['transactions', ['Transactions report', 'Virtual account'], ['Laporan transaksi', 'Virtual account']],
    ['deposit', ['Deposits report', 'Credited (WIB)'], ['Laporan deposit', 'Dikreditkan (WIB)']],
    ['refund', ['Refunded', 'Original payment'], ['Dikembalikan', 'Metode pembayaran']],
    [
      'disbursement',
      ['Disbursements report', 'Returned', 'Beneficiary', 'BCA'],
      ['Laporan disbursement', 'Dikembalikan', 'Penerima'],
    ],
    [
      'balance',
      ['Pending balance', 'Opening balance', 'Refund'],
      ['Saldo tertunda', 'Saldo awal', 'Penahanan dana untuk'],
    ],
    ['fee_invoice', ['Charged', ' 0.7 ', ' 12 '], ['Ditagihkan', 'Tagihan biaya', ' 0,7 ']],
  ];

  test.each(READABLE)(
    'the PDF of the %s report has names instead of codes, in both languages',
    async (type, ...texts) => {
      for (const [at, language] of ['en', 'id'].entries()) {
        const text = pdfText(await fileOf(await made({ report_type: type, ...OCTOBER, format: 'pdf' }, language)));
        for (const words of texts[at] ?? []) expect(text).toContain(words);
        expect([findRawWords(text), findSplitIds(text)]).toEqual([[], []]);
      }
    },
  );

  test('text never becomes a formula, and the selected delimiter is used', async () => {
    const csv = readFileSync(await fileOf(await made({ report_type: 'deposit', ...OCTOBER, delimiter: ';' })), 'utf8');
    expect(csv).toContain(";'=Sender;");
    expect(csv.split('\n')[0]?.split(';')).toContain('credited_at (WIB)');
  });

  test('domain 1.7: the totals file has rows, net total and checksum of the file', async () => {
    const report = await made({ report_type: 'transactions', ...OCTOBER });
    const answer = await finance.call(downloadReportTotals, { params: { id: report.id } });
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${report.file_name}.sum"`);
    expect(answer.body.split('\n')).toEqual([
      `file=${report.file_name}`,
      `rows=${report.row_count}`,
      `net_total=${report.net_total}`,
      `sha256=${report.sha256}`,
      '',
    ]);
  });
});

describe('a settlement', () => {
  let id: string;
  beforeAll(async () => {
    const paid_at = new Date(t.clock.now().getTime() - HOUR_MS);
    await insertPayment(t.deps.db, merchant_id, { method: 'qris', channel_code: null, amount: 250_000, paid_at });
    const result = await settleMerchant(t.deps, merchant_id, '2026-11-18', { is_early: true });
    if (result.outcome !== 'closed') throw new Error('The batch is not closed');
    id = result.id;
  });
  const batch = async () => (await finance.ok(getSettlement, { params: { id } })).data;

  test('domain 1.7: is reported once when it is paid, with the specified file name', async () => {
    await run('schedule_reports');
    await Promise.all([run('schedule_reports'), run('schedule_reports')]);
    const { data } = await finance.ok(listReportRuns, { query: { settlement_batch_id: id } });
    expect(data).toHaveLength(1);
    await run('deliver_report', { merchant_id, run_id: data[0]?.id ?? '' });
    const { batch_no, net_amount, line_count } = await batch();
    expect(await read(data[0]?.id ?? '')).toMatchObject({
      report_type: 'settlement',
      trigger: 'schedule',
      status: 'delivered',
      file_name: `settlement_KOPI_20261118_${batch_no}.csv`,
      totals_file_name: `settlement_KOPI_20261118_${batch_no}.csv.sum`,
      net_total: net_amount,
      row_count: line_count,
      batch_no,
    });
  });

  test('domain 1.7: the file has the specified columns, and each line adds up', async () => {
    const answer = await finance.call(downloadSettlementReport, { params: { id }, query: { delimiter: ';' } });
    const [header = [], ...rows] = answer.body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(';'));
    expect(header).toEqual([
      'line_no', 'transaction_id', 'merchant_reference', 'method', 'channel', 'paid_at (WIB)', 'gross_amount',
      'mdr_rate', 'mdr_amount', 'flat_fee', 'fee_vat', 'commission', 'refund_amount', 'adjustment_amount',
      'net_amount', 'line_type', 'rrn',
    ]); // prettier-ignore
    const value = (row: string[], column: string) => Number(row[header.indexOf(column)]);
    for (const row of rows) {
      const taken = ['mdr_amount', 'flat_fee', 'fee_vat', 'commission', 'refund_amount'];
      const net = taken.reduce((rest, column) => rest - value(row, column), value(row, 'gross_amount'));
      expect(net + value(row, 'adjustment_amount')).toBe(value(row, 'net_amount'));
    }
    expect(rows.reduce((sum, row) => sum + value(row, 'net_amount'), 0)).toBe((await batch()).net_amount);
  });

  test('domain 1.7: the workbook has lines and summary, and the PDF checks the sum of the lines', async () => {
    const download = async (format: 'xlsx' | 'pdf') => {
      const answer = await finance.call(downloadSettlementReport, { params: { id }, query: { format } });
      const path = join(folder, `${id}.${format}`);
      writeFileSync(path, answer.rawPayload);
      return path;
    };
    const { net_amount, line_count } = await batch();
    const [lines = [], summary = []] = sheetsOf(await download('xlsx'));
    expect([lines.length - 1, sumOf(lines, 'net_amount')]).toEqual([line_count, net_amount]);
    expect([sumOf(summary, 'lines'), sumOf(summary, 'net_amount')]).toEqual([line_count, net_amount]);
    const text = pdfText(await download('pdf'));
    expect(text).toContain(`Equal: ${formatRupiah(net_amount)}`);
    expect(text).toContain('QRIS small business (UKE)');
    expect([findRawWords(text), findSplitIds(text)]).toEqual([[], []]);
    const headers_id = { 'accept-language': 'id' };
    const indonesian = await finance.call(downloadSettlementReport, {
      params: { id },
      query: { format: 'pdf' },
      headers: headers_id,
    });
    const text_id = readPdfText(indonesian.rawPayload);
    expect(text_id).toContain(`Sama: ${formatRupiah(net_amount)}`);
    expect([findRawWords(text_id), findSplitIds(text_id)]).toEqual([[], []]);
  });

  test('a second report has a number in its name; an open settlement has no report', async () => {
    const second = await made({ report_type: 'settlement', settlement_batch_id: id, format: 'pdf' });
    expect(second.file_name).toBe(`settlement_KOPI_20261118_${(await batch()).batch_no}_2.pdf`);
    const now = t.clock.now();
    const open = { batch_no: 'STL-OPEN', settlement_date: '2026-11-18', is_early: false, actor: SYSTEM_ACTOR };
    const { id: open_id } = await asMerchant(t.deps.db, merchant_id, (tx) => insertBatch(tx, open, now));
    const early = await finance.call(createReportRun, {
      body: { report_type: 'settlement', settlement_batch_id: open_id, channels: [] },
      headers: headers(),
    });
    expect([early.statusCode, early.json<{ code: string }>().code]).toEqual([422, 'batch_not_closed']);
    const foreign = await t.signIn('superadmin@batik.example');
    const answer = await foreign.call(createReportRun, {
      body: { report_type: 'settlement', settlement_batch_id: id, channels: [] },
      headers: headers(),
    });
    expect(answer.statusCode).toBe(404);
    expect((await foreign.call(downloadSettlementReport, { params: { id } })).statusCode).toBe(404);
  });
});

describe('creating, resending and regenerating', () => {
  test('the same idempotency key creates one report; another body with it is rejected', async () => {
    const key = headers();
    const body = { report_type: 'refund', period_to: '2026-11-17', channels: [] };
    const [first, second] = [
      (await finance.ok(createReportRun, { body, headers: key })).data,
      (await finance.ok(createReportRun, { body, headers: key })).data,
    ];
    expect(second.id).toBe(first.id);
    const other = await finance.call(createReportRun, { body: { ...body, period_to: '2026-11-16' }, headers: key });
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'idempotency_key_reused']);
    expect((await finance.call(createReportRun, { body })).statusCode).toBe(400);
  });

  test('a report without a file cannot be downloaded or resent', async () => {
    const { data } = await finance.ok(createReportRun, {
      body: { report_type: 'refund', period_to: '2026-11-16', channels: [] },
      headers: headers(),
    });
    for (const route of [downloadReport, downloadReportTotals]) {
      const answer = await finance.call(route, { params: { id: data.id } });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'not_ready']);
    }
    const owner = await t.signIn('superadmin@kopi.example');
    await owner.ok(saveNotificationConfiguration, {
      body: { email_delivery_enabled: true, email_recipients: 'a@kopi.example' },
    });
    const again = await finance.call(resendReport, {
      params: { id: data.id },
      body: { channels: ['email'] },
      headers: headers(),
    });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'not_ready']);
  });

  test('domain 1.22: a resend uses the current configuration and is audited', async () => {
    const report = await made({ report_type: 'transactions', ...OCTOBER });
    const resend = (channels: string[]) =>
      finance.call(resendReport, { params: { id: report.id }, body: { channels }, headers: headers() });
    const sftp = await resend(['sftp']);
    expect([sftp.statusCode, sftp.json<{ code: string }>().code]).toEqual([422, 'delivery_not_configured']);
    expect((await resend(['email'])).statusCode).toBe(202);
    expect(await read(report.id)).toMatchObject({ status: 'delivering', email_status: 'waiting', finished_at: null });
    const twice = await resend(['email']);
    expect([twice.statusCode, twice.json<{ code: string }>().code]).toEqual([409, 'still_delivering']);
    expect(await actionsOn(report.id)).toEqual(['report_run.requested', 'report_run.resent']);
  });

  test('domain 1.22: a regenerated report has the next number, and the existing file is kept', async () => {
    const old = await made({ report_type: 'deposit', ...OCTOBER });
    const body = { format: 'xlsx' };
    const { data } = await finance.ok(regenerateReport, { params: { id: old.id }, body, headers: headers() });
    await run('deliver_report', { merchant_id, run_id: data.id });
    const regenerated = await read(data.id);
    expect(regenerated).toMatchObject({
      sequence: old.sequence + 1,
      format: 'xlsx',
      net_total: old.net_total,
      ...OCTOBER,
    });
    expect(regenerated.file_name).not.toBe(old.file_name);
    await fileOf(old);
    expect(await actionsOn(regenerated.id)).toEqual(['report_run.regenerated']);
  });

  const actionsOn = (object_id: string) =>
    asMerchant(t.deps.db, merchant_id, async (tx) => {
      const rows = await tx.sql
        .selectFrom('audit_log')
        .select('action')
        .where('merchant_id', '=', merchant_id)
        .where('object_id', '=', object_id)
        .orderBy('seq')
        .execute();
      return rows.map(({ action }) => action);
    });
});

describe('history', () => {
  test('is filtered and paged', async () => {
    const all = (await finance.ok(listReportRuns, { query: { limit: 100 } })).data;
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: Record<string, unknown> = { limit: 7, ...(cursor ? { cursor } : {}) };
      const page: { data: ReportRun[]; next_cursor: string | null } = await finance.ok(listReportRuns, { query });
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(ids).toEqual(all.map(({ id }) => id));
    const some = (await finance.ok(listReportRuns, { query: { report_type: 'deposit,refund', limit: 100 } })).data;
    expect(some).toEqual(all.filter(({ report_type }) => report_type === 'deposit' || report_type === 'refund'));
    const done = (await finance.ok(listReportRuns, { query: { status: 'delivered', limit: 100 } })).data;
    expect(done).toEqual(all.filter(({ status }) => status === 'delivered'));
    const of_days = (await finance.ok(listReportRuns, { query: { from: '2026-10-31', to: '2026-10-31', limit: 100 } }))
      .data;
    expect(of_days).toEqual(
      all.filter(({ period_from, period_to }) => period_from <= '2026-10-31' && period_to >= '2026-10-31'),
    );
  });

  test('decisions: statements and invoices require access to invoices', async () => {
    const operator = await t.signIn('operator@kopi.example');
    const { data } = await operator.ok(listReportRuns, { query: { limit: 100 } });
    expect(data.length).toBeGreaterThan(0);
    expect(data.some(({ report_type }) => report_type === 'balance' || report_type === 'fee_invoice')).toBe(false);
    const invoice = (await finance.ok(listReportRuns, { query: { report_type: 'fee_invoice' } })).data[0];
    for (const route of [getReportRun, downloadReport]) {
      expect((await operator.call(route, { params: { id: invoice?.id ?? '' } })).statusCode).toBe(404);
    }
    const types = (await operator.ok(listReportSchedules)).data.map(({ report_type }) => report_type);
    expect(types).toEqual(['settlement', 'transactions', 'deposit', 'refund', 'disbursement']);
  });
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'report')).toEqual([]);
});
