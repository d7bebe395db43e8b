/** Reports of a random month against the ledger, their history, and how they are created, resent and regenerated. */
import { readFileSync } from 'node:fs';
import { formatRupiah } from '@dasbor/contract/format';
import { REPORT_FORMATS } from '@dasbor/contract/file-settings';
import {
  type ReportRun,
  downloadReport,
  downloadReportTotals,
  getReportRun,
  listReportRuns,
  listReportSchedules,
  regenerateReport,
  resendReport,
  createReportRun,
} from '@dasbor/contract/report';
import { saveNotificationConfiguration } from '@dasbor/contract/report-delivery';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listWebhookErrors } from '../../test/webhook-events.ts';
import { asMerchant } from '../db/tx.ts';
import { findSplitIds, findUntranslatedCodes } from '../../test/pdf-text.ts';
import {
  merchant_id,
  t,
  finance,
  headers,
  run,
  readRun,
  makeReport,
  saveFile,
  readSheets,
  readRows,
  readPdf,
  sumColumn,
  setUpReports,
} from '../../test/report-run-fixture.ts';

setUpReports();

const OCTOBER = { period_from: '2026-10-01', period_to: '2026-10-31' };

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
    for (const format of REPORT_FORMATS) runs.set(format, await makeReport({ report_type: type, ...OCTOBER, format }));
    for (const each of runs.values()) {
      expect(each).toMatchObject({ status: 'delivered', net_total: expected, row_count: runs.get('csv')?.row_count });
    }
    const path = await saveFile(runs.get('csv') as ReportRun);
    const [csv = []] = type === 'transactions' ? readSheets(path) : [readRows(path)];
    expect([csv.length - 1, sumColumn(csv, column)]).toEqual([runs.get('csv')?.row_count, expected]);
    const [xlsx = []] = readSheets(await saveFile(runs.get('xlsx') as ReportRun));
    // A text would be no number to the spreadsheet: its sum is of what it took for numbers.
    expect([xlsx.length, sumColumn(xlsx, column)]).toEqual([csv.length, expected]);
    const text = readPdf(await saveFile(runs.get('pdf') as ReportRun));
    expect(text).toContain(formatRupiah(expected));
  });

  test('domain 1.22: the statement has opening balance, movements and closing balance of each account', async () => {
    const report = await makeReport({ report_type: 'balance', ...OCTOBER });
    const lines = readFileSync(await saveFile(report), 'utf8')
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
    const text = readPdf(await saveFile(await makeReport({ report_type: 'fee_invoice', ...OCTOBER, format: 'pdf' })));
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
    const csv = readRows(await saveFile(await makeReport({ report_type: 'fee_invoice', ...OCTOBER, format: 'csv' })));
    expect(sumColumn(csv, 'fee_amount')).toBe(await ledger('fees_paid'));
    expect(sumColumn(csv, 'vat_amount')).toBe(await ledger('vat_paid'));
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
        const text = readPdf(
          await saveFile(await makeReport({ report_type: type, ...OCTOBER, format: 'pdf' }, language)),
        );
        for (const words of texts[at] ?? []) expect(text).toContain(words);
        expect([findUntranslatedCodes(text), findSplitIds(text)]).toEqual([[], []]);
      }
    },
  );

  test('text never becomes a formula, and the selected delimiter is used', async () => {
    const csv = readFileSync(
      await saveFile(await makeReport({ report_type: 'deposit', ...OCTOBER, delimiter: ';' })),
      'utf8',
    );
    expect(csv).toContain(";'=Sender;");
    expect(csv.split('\n')[0]?.split(';')).toContain('credited_at (WIB)');
  });

  test('domain 1.7: the totals file has rows, net total and checksum of the file', async () => {
    const report = await makeReport({ report_type: 'transactions', ...OCTOBER });
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
    const report = await makeReport({ report_type: 'transactions', ...OCTOBER });
    const resend = (channels: string[]) =>
      finance.call(resendReport, { params: { id: report.id }, body: { channels }, headers: headers() });
    const sftp = await resend(['sftp']);
    expect([sftp.statusCode, sftp.json<{ code: string }>().code]).toEqual([422, 'delivery_not_configured']);
    expect((await resend(['email'])).statusCode).toBe(202);
    expect(await readRun(report.id)).toMatchObject({
      status: 'delivering',
      email_status: 'waiting',
      finished_at: null,
    });
    const twice = await resend(['email']);
    expect([twice.statusCode, twice.json<{ code: string }>().code]).toEqual([409, 'still_delivering']);
    expect(await actionsOn(report.id)).toEqual(['report_run.requested', 'report_run.resent']);
  });

  test('domain 1.22: a regenerated report has the next number, and the existing file is kept', async () => {
    const old = await makeReport({ report_type: 'deposit', ...OCTOBER });
    const body = { format: 'xlsx' };
    const { data } = await finance.ok(regenerateReport, { params: { id: old.id }, body, headers: headers() });
    await run('deliver_report', { merchant_id, run_id: data.id });
    const regenerated = await readRun(data.id);
    expect(regenerated).toMatchObject({
      sequence: old.sequence + 1,
      format: 'xlsx',
      net_total: old.net_total,
      ...OCTOBER,
    });
    expect(regenerated.file_name).not.toBe(old.file_name);
    await saveFile(old);
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
