/** Commission statements against a model bank: who approves them, and that each is paid once. */
import { describe, expect, test } from 'vitest';
import { rejectRequest } from '@dasbor/contract/approval';
import {
  type CommissionStatementDetail,
  downloadCommissionStatement,
  getCommissionStatement,
  listCommissionStatementLines,
  listCommissionStatements,
  retryCommissionPayout,
  summariseCommissionStatements,
} from '@dasbor/contract/commission-statement';
import { formatRupiah } from '@dasbor/contract/format';
import type { LiveEvent } from '@dasbor/contract/live';
import { reactivateMerchant, setMerchantSwitches, suspendMerchant } from '@dasbor/contract/merchant';
import { findSplitIds, findUntranslatedCodes, readPdfText } from '../../test/pdf-text.ts';
import { expectTotals } from '../../test/list-totals.ts';
import { readBalances } from '../../test/payout-fixture.ts';
import { formatStatementReference } from './statement-rules.ts';
import { toStatusAndCode } from '../../test/answer.ts';
import {
  addPayoutAccount,
  addDays,
  addRule,
  approve,
  checker,
  closeDays,
  getCommission,
  earner,
  headers,
  listStatements,
  maker,
  member,
  model,
  advanceTime,
  insertPaymentOfDay,
  payOut,
  readStatement,
  reserveDays,
  submit,
  t,
  setUpCommissionStatements,
} from '../../test/commission-statement-fixture.ts';

setUpCommissionStatements();

const retry = (id: string) => maker.call(retryCommissionPayout, { params: { id }, body: {}, headers: headers() });

/** How often the transfers of a statement arrived, by attempt. */
const countTransfers = (id: string, attempt = 1) =>
  model.transfers.filter((transfer) => transfer === formatStatementReference(id, attempt)).length;

/** A statement over one day of both merchants, submitted. */
async function submitted(change: { tax_rate_ppm?: number } = {}): Promise<string> {
  const start = reserveDays(1);
  const rule = await addRule(start, 1, { rate_ppm: 2_000, ...change });
  await insertPaymentOfDay(member, 1_000_000, addDays(start));
  await insertPaymentOfDay(earner, 500_000, addDays(start));
  await closeDays(addDays(start + 1));
  const [statement] = await listStatements(rule);
  expect(toStatusAndCode(await submit(statement!.id))[0]).toBe(200);
  return statement!.id;
}
async function approved(change: { tax_rate_ppm?: number } = {}): Promise<string> {
  const id = await submitted(change);
  expect((await approve((await readStatement(id)).approval_id)).statusCode).toBe(200);
  return id;
}

const toFlatText = (text: string): string => text.replaceAll(/\s+/g, ' ').toLowerCase();

/** A row of the table in the PDF. */
function formatRow(line: Omit<CommissionStatementDetail['lines'][number], 'merchant_id'>): string {
  const { merchant_name, transaction_count, gross_amount, commission_amount, adjustment_amount, payable_amount } = line;
  const amounts = [gross_amount, commission_amount, adjustment_amount, payable_amount].map((each) =>
    formatRupiah(each),
  );
  return toFlatText([merchant_name, transaction_count, ...amounts].join(' '));
}

describe('approval and payout', () => {
  test('without a payout account nothing is submitted', async () => {
    const start = reserveDays(1);
    const rule = await addRule(start, 1);
    await insertPaymentOfDay(member, 1_000_000, addDays(start));
    await closeDays(addDays(start + 1));
    const [statement] = await listStatements(rule);
    expect(toStatusAndCode(await submit(statement!.id))).toEqual([422, 'no_payout_account']);
    await addPayoutAccount();
    expect((await submit(statement!.id)).statusCode).toBe(200);
  });

  test('another person approves; the money leaves the commission account once, and the CSV has the amounts', async () => {
    const before = await getCommission(earner);
    const id = await submitted();
    const { approval_id, net_amount } = await readStatement(id);
    expect(net_amount).toBe(3_000);
    expect(toStatusAndCode(await approve(approval_id, maker))).toEqual([422, 'self_approval']);
    expect(toStatusAndCode(await submit(id))).toEqual([409, 'status_conflict']);
    expect((await approve(approval_id)).statusCode).toBe(200);
    expect((await readStatement(id)).status).toBe('approved');
    await payOut(id);
    const statement = await readStatement(id);
    expect(statement).toMatchObject({
      status: 'paid',
      approval_id: null,
      submitted_by: 'Panji Wicaksono',
      approved_by: 'Putri Maharani',
      account_last4: '0001',
    });
    expect(statement.events.map(({ to_status }) => to_status)).toEqual([
      'open',
      'closed',
      'pending_approval',
      'approved',
      'processing',
      'paid',
    ]);
    expect(await getCommission(earner)).toBe(before);
    const csv = await maker.call(listCommissionStatementLines, { params: { id }, headers: { accept: 'text/csv' } });
    expect(csv.body).toContain('2000');
    const all = await maker.call(listCommissionStatements, { headers: { accept: 'text/csv' } });
    expect(all.body).toContain(statement.number);
    const routes = [listCommissionStatements, summariseCommissionStatements] as const;
    for (const query of [{}, { status: 'paid' }, { q: statement.number }]) {
      await expectTotals(maker, routes, query, ({ payable_amount }) => Number(payable_amount));
    }
  });

  test.each([
    ['en', ['Commission statement', 'Beneficiary', 'Net payable', 'Paid to', 'Bank reference', 'In words']],
    ['id', ['Laporan komisi', 'Penerima komisi', 'Jumlah dibayar', 'Dibayar ke', 'Referensi bank', 'Terbilang']],
  ])('domain 1.19: the PDF has the amounts by merchant and the payment in %s', async (language, words) => {
    const id = await submitted({ tax_rate_ppm: 20_000 });
    await approve((await readStatement(id)).approval_id);
    await payOut(id);
    const statement = await readStatement(id);
    const answer = await maker.call(downloadCommissionStatement, {
      params: { id },
      headers: { 'accept-language': language },
    });
    expect(answer.headers['content-disposition']).toContain(`${statement.number}.pdf`);
    const text = readPdfText(answer.rawPayload);
    const flat = toFlatText(text);
    const details = [statement.number, statement.beneficiary_name, statement.bank_reference ?? ''];
    for (const word of [...words, ...details]) expect(flat).toContain(toFlatText(word));
    // Each amount differs from those beside it.
    expect(statement).toMatchObject({ payable_amount: 3_000, tax_amount: 60, net_amount: 2_940 });
    for (const amount of ['-rp 60', 'rp 2.940', 'dua ribu sembilan ratus empat puluh']) expect(flat).toContain(amount);
    for (const line of [...statement.lines, { ...statement, merchant_name: 'Total' }])
      expect(flat).toContain(formatRow(line));
    expect([findUntranslatedCodes(text), findSplitIds(text)]).toEqual([[], []]);
  });

  test("every change of a statement is published to the provider's staff", async () => {
    const events: LiveEvent[] = [];
    const unsubscribe = t.deps.live.subscribe(null, { event: (event) => events.push(event), end: () => undefined });
    // The first one: the hub is listening.
    await expect.poll(() => events.some(({ topic }) => topic === 'resync')).toBe(true);
    const id = await submitted();
    const change = { topic: 'commission-statement', id } as const;
    await expect.poll(() => events).toContainEqual({ ...change, change: 'created' });
    await approve((await readStatement(id)).approval_id);
    events.length = 0;
    await payOut(id);
    await expect.poll(() => events).toContainEqual({ ...change, change: 'updated' });
    unsubscribe();
  });

  test('a rejected statement is closed again with the reason, and can be submitted again', async () => {
    const id = await submitted();
    const { approval_id } = await readStatement(id);
    await checker.ok(rejectRequest, {
      params: { id: approval_id ?? '' },
      body: { reason: 'Check the rate' },
      headers: headers(),
    });
    expect(await readStatement(id)).toMatchObject({ status: 'closed', remark: 'Check the rate', approval_id: null });
    expect((await submit(id)).statusCode).toBe(200);
    // The first request is over; approving it does not approve the second one.
    expect(toStatusAndCode(await approve(approval_id))).toEqual([409, 'not_pending']);
    expect(await readStatement(id)).toMatchObject({ status: 'pending_approval' });
  });

  test('tax withheld is owed to the tax office, and the net amount is paid', async () => {
    const before = await readBalances(t, earner);
    const id = await approved({ tax_rate_ppm: 20_000 });
    await payOut(id);
    expect(await readStatement(id)).toMatchObject({
      status: 'paid',
      payable_amount: 3_000,
      tax_amount: 60,
      net_amount: 2_940,
    });
    const after = await readBalances(t, earner);
    expect((after.tax_withheld ?? 0) - (before.tax_withheld ?? 0)).toBe(60);
    expect(after.commission).toBe(before.commission);
    expect(model.executed.at(-1)?.amount).toBe(2_940);
  });

  test('20 approvals, payouts and retries at once pay once', async () => {
    const id = await submitted();
    const { approval_id } = await readStatement(id);
    const paid = model.executed.length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(approval_id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    await Promise.all(Array.from({ length: 20 }, () => payOut(id)));
    const retries = await Promise.all(Array.from({ length: 20 }, () => retry(id)));
    expect(new Set(retries.map((answer) => toStatusAndCode(answer)[1]))).toEqual(new Set(['status_conflict']));
    await advanceTime(60);
    expect((await readStatement(id)).status).toBe('paid');
    expect(model.executed.slice(paid).map(({ amount }) => amount)).toEqual([3_000]);
    expect(countTransfers(id)).toBe(1);
  });

  test('a time-out never causes a second payout: the transfer status decides', async () => {
    model.setChooser(() => 'unknown_then_success');
    const id = await approved();
    await payOut(id);
    expect((await readStatement(id)).status).toBe('processing');
    await payOut(id);
    await advanceTime(20);
    expect([(await readStatement(id)).status, countTransfers(id)]).toEqual(['paid', 1]);
  });

  test('a refused payout is booked back and retried under a new number, once it is confirmed as not executed', async () => {
    const before = await getCommission(earner);
    model.setChooser(() => 'refused');
    const id = await approved();
    await payOut(id);
    expect(await readStatement(id)).toMatchObject({ status: 'failed' });
    expect((await getCommission(earner)) - before).toBe(3_000);
    model.setChooser(() => 'success');
    const key = headers();
    expect((await retry(id)).statusCode).toBe(200);
    expect(
      toStatusAndCode(await maker.call(retryCommissionPayout, { params: { id }, body: {}, headers: key })),
    ).toEqual([409, 'status_conflict']);
    await payOut(id);
    expect(countTransfers(id, 2)).toBe(0);
    await advanceTime(1_300);
    expect([(await readStatement(id)).status, countTransfers(id, 2)]).toEqual(['paid', 1]);
    expect(await getCommission(earner)).toBe(before);
  });

  test('a returned transfer is booked back with its tax, failed, and can be submitted again', async () => {
    const before = await readBalances(t, earner);
    const id = await approved({ tax_rate_ppm: 20_000 });
    await payOut(id);
    expect((await readStatement(id)).status).toBe('paid');
    model.executed.at(-1)!.outcome = 'returned';
    await advanceTime(200);
    expect(await readStatement(id)).toMatchObject({ status: 'failed', paid_at: null });
    const after = await readBalances(t, earner);
    expect(after.commission! - before.commission!).toBe(3_000);
    expect(after.tax_withheld).toBe(before.tax_withheld);
    expect((await submit(id)).statusCode).toBe(200);
    expect((await approve((await readStatement(id)).approval_id)).statusCode).toBe(200);
    await payOut(id);
    expect([(await readStatement(id)).status, countTransfers(id, 2)]).toEqual(['paid', 1]);
  });

  test('a failed payout that was executed after all is paid, also while it waits for approval again', async () => {
    model.setChooser(() => 'late_success');
    const id = await approved();
    await payOut(id);
    await advanceTime(4, 2);
    expect((await readStatement(id)).status).toBe('failed');
    expect((await submit(id)).statusCode).toBe(200);
    await advanceTime(60);
    expect(await readStatement(id)).toMatchObject({ status: 'paid', approval_id: null });
    expect([countTransfers(id), countTransfers(id, 2)]).toEqual([1, 0]);
  });
});

describe('decision 0142: a merchant that may not pay out', () => {
  const target = { params: { merchant_id: earner } };

  test('nothing is sent while it is suspended; the payout goes on after the reactivation', async () => {
    model.setChooser(() => 'refused');
    const failed = await approved();
    await payOut(failed);
    model.setChooser(() => 'success');
    const id = await approved();
    await checker.ok(suspendMerchant, { ...target, body: { reason: 'Fraud' } });
    const sent = model.transfers.length;
    await payOut(id);
    await advanceTime(60);
    const held = await readStatement(id);
    expect(held).toMatchObject({ status: 'on_hold' });
    expect(held.events.at(-1)).toMatchObject({ to_status: 'on_hold', reason: 'The merchant is suspended' });
    expect(toStatusAndCode(await retry(failed))).toEqual([409, 'merchant_not_active']);
    expect(model.transfers.length).toBe(sent);
    await checker.ok(reactivateMerchant, { ...target, body: {} });
    await advanceTime(10);
    expect([(await readStatement(id)).status, countTransfers(id)]).toEqual(['paid', 1]);
    expect((await retry(failed)).statusCode).toBe(200);
    await advanceTime(1_300);
    expect((await readStatement(failed)).status).toBe('paid');
  });

  test('a statement that is approved meanwhile is held, in both languages, until payouts are enabled', async () => {
    const id = await submitted();
    const switches = { payments_enabled: true, payouts_enabled: false, reason: 'Review' };
    await checker.ok(setMerchantSwitches, { ...target, body: switches });
    expect((await approve((await readStatement(id)).approval_id)).statusCode).toBe(200);
    await payOut(id);
    const headers = { 'accept-language': 'id' };
    const { events } = (await maker.ok(getCommissionStatement, { params: { id }, headers })).data;
    expect(events.at(-1)).toMatchObject({ to_status: 'on_hold', reason: 'Pencairan merchant dinonaktifkan' });
    await checker.ok(setMerchantSwitches, { ...target, body: { ...switches, payouts_enabled: true } });
    await advanceTime(10);
    expect((await readStatement(id)).status).toBe('paid');
  });

  test('an earlier attempt that was executed after all pays a statement on hold', async () => {
    model.setChooser(() => 'late_success');
    const id = await approved();
    await payOut(id);
    await advanceTime(4, 2);
    expect((await retry(id)).statusCode).toBe(200);
    await checker.ok(suspendMerchant, { ...target, body: { reason: 'Fraud' } });
    await payOut(id);
    expect((await readStatement(id)).status).toBe('on_hold');
    await advanceTime(60);
    expect(await readStatement(id)).toMatchObject({ status: 'paid' });
    expect([countTransfers(id), countTransfers(id, 2)]).toEqual([1, 0]);
    await checker.ok(reactivateMerchant, { ...target, body: {} });
    await advanceTime(60);
    expect([(await readStatement(id)).status, countTransfers(id, 2)]).toEqual(['paid', 0]);
  });
});
