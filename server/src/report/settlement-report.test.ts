/** Reports of a settlement: names, columns and sums of their files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatRupiah } from '@dasbor/contract/format';
import { downloadSettlementReport, listReportRuns, createReportRun } from '@dasbor/contract/report';
import { getSettlement } from '@dasbor/contract/settlement';
import { beforeAll, describe, expect, test } from 'vitest';
import { asMerchant } from '../db/tx.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import { settleMerchant } from '../settlement/run.ts';
import { insertBatch } from '../settlement/write-queries.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { findSplitIds, findUntranslatedCodes, readPdfText } from '../../test/pdf-text.ts';
import {
  merchant_id,
  t,
  finance,
  folder,
  headers,
  run,
  readRun,
  makeReport,
  readSheets,
  readPdf,
  sumColumn,
  setUpReports,
} from '../../test/report-run-fixture.ts';

setUpReports();

const HOUR_MS = 3_600_000;

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
    expect(await readRun(data[0]?.id ?? '')).toMatchObject({
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
    const [lines = [], summary = []] = readSheets(await download('xlsx'));
    expect([lines.length - 1, sumColumn(lines, 'net_amount')]).toEqual([line_count, net_amount]);
    expect([sumColumn(summary, 'lines'), sumColumn(summary, 'net_amount')]).toEqual([line_count, net_amount]);
    const text = readPdf(await download('pdf'));
    expect(text).toContain(`Equal: ${formatRupiah(net_amount)}`);
    expect(text).toContain('QRIS small business (UKE)');
    expect([findUntranslatedCodes(text), findSplitIds(text)]).toEqual([[], []]);
    const headers_id = { 'accept-language': 'id' };
    const indonesian = await finance.call(downloadSettlementReport, {
      params: { id },
      query: { format: 'pdf' },
      headers: headers_id,
    });
    const text_id = readPdfText(indonesian.rawPayload);
    expect(text_id).toContain(`Sama: ${formatRupiah(net_amount)}`);
    expect([findUntranslatedCodes(text_id), findSplitIds(text_id)]).toEqual([[], []]);
  });

  test('a second report has a number in its name; an open settlement has no report', async () => {
    const second = await makeReport({ report_type: 'settlement', settlement_batch_id: id, format: 'pdf' });
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
