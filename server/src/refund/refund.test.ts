/** Refunds from the approval to the bank and back, and every trouble on the way, against the sandbox bank. */
import { describe, expect, test, vi } from 'vitest';
import { checkAccount } from '@dasbor/contract/account-check';
import { getRefundTerms } from '@dasbor/contract/refund';
import { listTransactions } from '@dasbor/contract/transaction';
import { listWebhookErrors } from '../../test/webhook-events.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { makeTransfersDue } from '../../test/due-transfers.ts';
import { asMerchant } from '../db/tx.ts';
import { listBalances } from '../ledger/balance.ts';
import { BATIK_LESTARI } from '../sandbox/people.ts';
import { BANK_ACTOR } from '../transaction/write-queries.ts';
import { reverseTransaction } from '../transaction/reversal-queries.ts';
import { lockRefundable } from './queries.ts';
import {
  BANK_DEFAULTS,
  approve,
  postRefund,
  readAllBalances,
  bank,
  readChangesSince,
  checkBeneficiary,
  readErrorCode,
  finance,
  merchant_id,
  insertPayment,
  payByQris,
  readRefund,
  requestRefund,
  reverse,
  run,
  send,
  t,
  readTransaction,
  setUpRefunds,
  restartBank,
} from '../../test/refund-fixture.ts';

setUpRefunds();

/** Asks the bank about every transfer now. */
const inquire = async () => {
  await makeTransfersDue(t, merchant_id);
  await run('sweep_bank_transfers', {});
};

const bankTransfers = async () => (await bank.simulate('GET', '/transfers')).body.data as { amount: number }[];
const bankRefunds = async () => (await bank.simulate('GET', '/refunds')).body.data as { amount: number }[];

describe('domain 1.6: the original rail', () => {
  test('two partial refunds reverse the whole fee', async () => {
    const id = await payByQris(125_001);
    const before = await readAllBalances();
    const first = await requestRefund(id, { amount: 50_000, note: 'cold coffee' });
    expect(first).toMatchObject({
      status: 'pending',
      method: 'original',
      fee_amount: 0,
      requested_by: 'Fitri Handayani',
    });
    // The payment fee is reversed with the hold.
    expect(await readChangesSince(before)).toEqual({
      pending_settlement: -50_000 + 388,
      fees_paid: -350,
      vat_paid: -38,
      refunds: 50_000,
    });
    expect((await approve(first.id)).json()).toMatchObject({
      data: { status: 'approved', decided_by: 'Andi Kurniawan' },
    });
    await send(first.id);
    const given = await readRefund(first.id);
    expect(given).toMatchObject({ status: 'succeeded', fee_reversed_amount: 350, fee_vat_reversed_amount: 38 });
    expect(given.provider_reference).toMatch(/^BR/);
    expect(given.rail_log.map(({ response_code }) => response_code)).toEqual(['2007800']);
    expect(await readChangesSince(before)).toEqual({
      provider_receivable: 50_000,
      pending_settlement: -50_000 + 388,
      fees_paid: -350,
      vat_paid: -38,
    });
    expect(await readTransaction(id)).toMatchObject({
      status: 'partially_refunded',
      refund_status: 'partial',
      refunded_amount: 50_000,
    });

    const second = await requestRefund(id, { amount: 75_001 });
    await approve(second.id);
    await send(second.id);
    // The fee of 125,001 is 875 plus 96 VAT: both refunds together reverse exactly that.
    expect(await readRefund(second.id)).toMatchObject({ fee_reversed_amount: 525, fee_vat_reversed_amount: 58 });
    expect(await readTransaction(id)).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
      refunded_amount: 125_001,
    });
    expect(await readChangesSince(before)).toEqual({
      provider_receivable: 125_001,
      pending_settlement: -125_001 + 971,
      fees_paid: -875,
      vat_paid: -96,
    });
    const { events } = await readTransaction(id);
    expect(events.map(({ to_status, actor_name }) => [to_status, actor_name])).toEqual([
      ['success', 'Bank'],
      ['success', 'Fitri Handayani'],
      ['success', 'Andi Kurniawan'],
      ['partially_refunded', 'Bank'],
      ['partially_refunded', 'Fitri Handayani'],
      ['partially_refunded', 'Andi Kurniawan'],
      ['refunded', 'Bank'],
    ]);
    // Sending again is idempotent.
    const refunds = (await bankRefunds()).length;
    await send(second.id);
    expect((await bankRefunds()).length).toBe(refunds);
  });

  test('the net amount of a payment is what it has brought to the balance after each refund', async () => {
    const before = await readAllBalances();
    const id = await payByQris(100_000);
    const expectNet = async (net_amount: number) => {
      expect(await readTransaction(id)).toMatchObject({ net_amount });
      const [listed] = (await finance.ok(listTransactions, { query: { ids: [id] } })).data;
      expect(listed).toMatchObject({ id, net_amount });
      expect((await readChangesSince(before)).pending_settlement).toBe(net_amount);
    };
    const pay = async (body: object) => {
      const refund = await requestRefund(id, body);
      await approve(refund.id);
      await send(refund.id);
      return readRefund(refund.id);
    };
    await expectNet(100_000 - 700 - 77);
    await bank.setSwitches({ refund_outcome: 'refused' });
    expect(await pay({ amount: 40_000 })).toMatchObject({ status: 'failed' });
    await expectNet(100_000 - 700 - 77);
    await bank.setSwitches({ refund_outcome: 'success' });
    const returned = { status: 'succeeded', fee_reversed_amount: 280, fee_vat_reversed_amount: 31 };
    expect(await pay({ amount: 40_000 })).toMatchObject(returned);
    await expectNet(60_000 - 420 - 46);
    const check = await checkBeneficiary();
    expect(await readTransaction(id)).toMatchObject({ refund_fee_amount: 0 });
    const transfer = { status: 'succeeded', fee_amount: 2_500, fee_vat_amount: 275 };
    expect(await pay({ amount: 10_000, method: 'transfer', account_check_id: check.id })).toMatchObject(transfer);
    await expectNet(50_000 - 420 - 46 - 2_775);
    expect(await readTransaction(id)).toMatchObject({ refund_fee_amount: 2_775 });
  });

  test('a refusal by the issuer releases the hold, and a refund by transfer is possible', async () => {
    const id = await payByQris(80_000);
    const before = await readAllBalances();
    await bank.setSwitches({ refund_outcome: 'refused' });
    const refund = await requestRefund(id, { amount: 80_000 });
    await approve(refund.id);
    await send(refund.id);
    expect(await readRefund(refund.id)).toMatchObject({
      status: 'failed',
      error_code: 'bank_refused',
      error_message: 'Do Not Honor',
      fee_reversed_amount: 0,
    });
    expect(await readChangesSince(before)).toEqual({});
    const check = await checkBeneficiary();
    const again = await requestRefund(id, { amount: 80_000, method: 'transfer', account_check_id: check.id });
    await approve(again.id);
    await send(again.id);
    expect(await readTransaction(id)).toMatchObject({ status: 'refunded', refund_status: 'full' });
  });

  test('a lost request and a lost response are retried under the same reference', async () => {
    for (const refund_outcome of ['lost', 'time_out']) {
      const id = await payByQris(60_000);
      const refunds = (await bankRefunds()).length;
      await bank.setSwitches({ refund_outcome });
      const refund = await requestRefund(id, { amount: 60_000 });
      await approve(refund.id);
      await send(refund.id);
      expect(await readRefund(refund.id)).toMatchObject({ status: 'processing', completed_at: null });
      await bank.setSwitches({ refund_outcome: 'success' });
      await send(refund.id);
      expect(await readRefund(refund.id)).toMatchObject({ status: 'succeeded' });
      expect((await bankRefunds()).length).toBe(refunds + 1);
    }
  });

  test('a refusal of a repeat decides nothing: the first request may have been executed', async () => {
    const id = await payByQris(60_000);
    const before = await readAllBalances();
    const refund = await requestRefund(id, { amount: 60_000 });
    const held = await readChangesSince(before);
    expect(held).toMatchObject({ refunds: 60_000 });
    await approve(refund.id);
    for (const refund_outcome of ['lost', 'refused', 'refused']) {
      await bank.setSwitches({ refund_outcome });
      await send(refund.id);
      expect(await readRefund(refund.id)).toMatchObject({ status: 'processing', error_code: null, completed_at: null });
      expect(await readChangesSince(before)).toEqual(held);
    }
    await bank.setSwitches({ refund_outcome: 'success' });
    await send(refund.id);
    const given = await readRefund(refund.id);
    expect(given.status).toBe('succeeded');
    expect(given.rail_log.map(({ response_code }) => response_code)).toEqual([
      '5047800',
      '4037805',
      '4037805',
      '2007800',
    ]);
    expect(await readTransaction(id)).toMatchObject({ status: 'refunded', refunded_amount: 60_000 });
  });

  test('domain 4.1: an issuer without QRIS refunds is refunded by transfer only', async () => {
    const id = await payByQris(40_000, 'BRI');
    const { data } = await finance.ok(getRefundTerms, { params: { id } });
    expect(data).toMatchObject({ methods: ['transfer'], method_note: expect.stringContaining('BRI') });
    expect(await readErrorCode(postRefund(id, { amount: 1, method: 'original' }))).toBe('channel_not_refundable');
    expect(await readErrorCode(postRefund(id, { amount: 1 }))).toBe('destination_required');
  });
});

describe('domain 1.6: by transfer', () => {
  test('the account name is checked first; the payment fee stays and the transfer has its own fee', async () => {
    const id = await insertPayment({ amount: 300_000, merchant_reference: 'VA-1' });
    const before = await readAllBalances();
    const check = await checkBeneficiary();
    expect(check).toMatchObject({ verified_name: 'SARI PRATIWI', account_last4: '0001', bank: 'Bank Central Asia' });
    const { data: terms } = await finance.ok(getRefundTerms, { params: { id } });
    expect(terms).toMatchObject({ methods: ['transfer'], transfer_fee_amount: 2_500, transfer_fee_vat_amount: 275 });
    const refund = await requestRefund(id, { amount: 100_000, account_check_id: check.id });
    expect(refund).toMatchObject({ method: 'transfer', fee_amount: 2_500, fee_vat_amount: 275 });
    expect(await readChangesSince(before)).toEqual({ pending_settlement: -102_775, refunds: 102_775 });
    await approve(refund.id);
    await send(refund.id);
    const given = await readRefund(refund.id);
    expect(given).toMatchObject({
      status: 'succeeded',
      beneficiary_name: 'SARI PRATIWI',
      beneficiary_account_last4: '0001',
      fee_reversed_amount: 0,
    });
    expect(await readChangesSince(before)).toEqual({
      pending_settlement: -102_775,
      bank_clearing: 100_000,
      fees_paid: 2_500,
      vat_paid: 275,
    });
    // An account at the own bank uses service 17; the log masks the account number.
    expect(given.rail_log.map(({ endpoint }) => endpoint)).toEqual(['/v1.0/transfer-intrabank']);
    expect(JSON.stringify(given)).not.toContain('8010000001');
    expect(await readTransaction(id)).toMatchObject({ status: 'partially_refunded', fee_amount: 4_000 });
  });

  test('another bank uses service 18; a status query finds a booked transfer without a response', async () => {
    const id = await insertPayment({ amount: 50_000 });
    const transfers = (await bankTransfers()).length;
    await bank.setSwitches({ transfer_outcome: 'time_out' });
    const check = await checkBeneficiary('009', '0090000003');
    const refund = await requestRefund(id, { amount: 50_000 - 2_775, account_check_id: check.id });
    await approve(refund.id);
    await send(refund.id);
    expect(await readRefund(refund.id)).toMatchObject({ status: 'processing' });
    await bank.setSwitches({ transfer_outcome: 'success' });
    // A transfer that was sent is never sent again by its job.
    await send(refund.id);
    await inquire();
    const given = await readRefund(refund.id);
    expect(given.status).toBe('succeeded');
    expect(given.rail_log.map(({ response_code }) => response_code)).toEqual(['5041800', '2003600']);
    expect((await bankTransfers()).length).toBe(transfers + 1);
  });

  test('a bank that crashes between booking and response pays once', async () => {
    const id = await insertPayment({ amount: 90_000 });
    const transfers = (await bankTransfers()).length;
    const refund = await requestRefund(id, { amount: 20_000, account_check_id: (await checkBeneficiary()).id });
    await approve(refund.id);
    await bank.setSwitches({ transfer_answer_delay_ms: 60_000 });
    const sending = send(refund.id);
    await vi.waitFor(async () => expect((await bankTransfers()).length).toBe(transfers + 1), { timeout: 20_000 });
    await bank.kill();
    await sending;
    expect(await readRefund(refund.id)).toMatchObject({ status: 'processing' });
    // Two concurrent runs, as after a worker crash.
    await restartBank();
    await bank.setSwitches(BANK_DEFAULTS);
    await Promise.all([inquire(), inquire()]);
    expect(await readRefund(refund.id)).toMatchObject({ status: 'succeeded' });
    expect((await bankTransfers()).length).toBe(transfers + 1);
    expect(await readTransaction(id)).toMatchObject({ refunded_amount: 20_000 });
  });

  test.each([
    ['later_success', 'succeeded', null],
    ['later_failed', 'failed', 'transfer_failed'],
    ['later_returned', 'failed', 'transfer_returned'],
  ])('a transfer that ends later: %s', async (transfer_outcome, status, error_code) => {
    const id = await insertPayment({ amount: 50_000 });
    const before = await readAllBalances();
    await bank.setSwitches({ transfer_outcome, transfer_settle_ms: 3_600_000 });
    const refund = await requestRefund(id, { amount: 10_000, account_check_id: (await checkBeneficiary()).id });
    await approve(refund.id);
    await send(refund.id);
    await inquire();
    expect(await readRefund(refund.id)).toMatchObject({ status: 'processing' });
    const settled = await insertPayment({ amount: 50_000 });
    await bank.setSwitches({ transfer_outcome, transfer_settle_ms: 0 });
    const quick = await requestRefund(settled, { amount: 10_000, account_check_id: (await checkBeneficiary()).id });
    await approve(quick.id);
    await send(quick.id);
    await inquire();
    expect(await readRefund(quick.id)).toMatchObject({ status, error_code });
    const released = status === 'failed';
    const gone = (await readChangesSince(before)).bank_clearing ?? 0;
    expect(gone).toBe(released ? 0 : 10_000);
    // A failed refund can be requested again.
    if (released) await requestRefund(settled, { amount: 10_000, account_check_id: (await checkBeneficiary()).id });
  });

  test('domain 1.6, 1.12: a returned transfer is fully compensated', async () => {
    const id = await insertPayment({ amount: 50_000 });
    const before = await readAllBalances();
    const parts: { id: string }[] = [];
    for (const amount of [10_000, 37_000]) {
      const refund = await requestRefund(id, { amount, account_check_id: (await checkBeneficiary()).id });
      await approve(refund.id);
      await send(refund.id);
      parts.push(refund);
    }
    const [first, second] = parts as [{ id: string }, { id: string }];
    // Nothing is returned yet.
    await inquire();
    expect(await readRefund(first.id)).toMatchObject({ status: 'succeeded' });
    const returnTransfer = async ({ id: refund_id }: { id: string }) => {
      const partner_reference_no = merchant_id.slice(4) + refund_id.slice(4);
      expect((await bank.simulate('POST', '/transfers/return', { partner_reference_no })).status).toBe(200);
      await Promise.all([inquire(), inquire()]);
    };
    await returnTransfer(first);
    expect(await readRefund(first.id)).toMatchObject({ status: 'failed', error_code: 'transfer_returned' });
    expect(await readTransaction(id)).toMatchObject({ status: 'partially_refunded', refunded_amount: 37_000 });
    await returnTransfer(second);
    const payment = await readTransaction(id);
    expect(payment).toMatchObject({ status: 'success', refund_status: 'none', refunded_amount: 0 });
    expect(payment.events.at(-1)).toMatchObject({
      from_status: 'partially_refunded',
      to_status: 'success',
      actor_name: 'Bank',
      reason: `Refund of Rp 37.000 returned by the receiving bank (${second.id})`,
    });
    expect(await readChangesSince(before)).toEqual({});
    // It can be requested again and refunded in full.
    const again = await requestRefund(id, { amount: 50_000, account_check_id: (await checkBeneficiary()).id });
    await approve(again.id);
    await send(again.id);
    expect(await readTransaction(id)).toMatchObject({ status: 'refunded', refund_status: 'full' });
    await returnTransfer(again);
    expect(await readTransaction(id)).toMatchObject({ status: 'success', refund_status: 'none' });
  });

  test('an account that is closed after the check', async () => {
    const account = { bank_code: '014', account_no: '8010099999', name: 'SOON GONE', state: 'open' };
    await bank.simulate('PUT', '/accounts', account);
    const id = await insertPayment({ amount: 50_000 });
    const check = await checkBeneficiary('014', account.account_no);
    await bank.simulate('PUT', '/accounts', { ...account, state: 'closed' });
    const refund = await requestRefund(id, { amount: 10_000, account_check_id: check.id });
    await approve(refund.id);
    await send(refund.id);
    expect(await readRefund(refund.id)).toMatchObject({ status: 'failed', error_code: 'account_closed' });
  });

  test.each([
    ['014', '8010000999', 422, 'account_not_found'],
    ['014', '8010000018', 422, 'account_closed'],
    ['009', '0090000009', 422, 'account_dormant'],
  ])('%s %s is refused with %i %s', async (bank_code, account_no, status, code) => {
    const answer = await finance.call(checkAccount, { body: { bank_code, account_no } });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
  });

  test('no response to the account check: bank_unreachable', async () => {
    await bank.setSwitches({ offline: true });
    const answer = await finance.call(checkAccount, { body: { bank_code: '014', account_no: '8010000001' } });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([502, 'bank_unreachable']);
  });
});

describe('domain 1.5: the bank reverses a payment', () => {
  test('compensating entries cancel it, and its refunds are rejected or fail unsent', async () => {
    const before = await readAllBalances();
    const id = await payByQris(70_000);
    const waiting = await requestRefund(id, { amount: 10_000 });
    const decided = await requestRefund(id, { amount: 20_000 });
    const refunds = (await bankRefunds()).length;
    await approve(decided.id);
    await reverse(id);
    await run('reject_refunds_of_reversed', { transaction_id: id });
    await send(decided.id);
    expect(await readRefund(waiting.id)).toMatchObject({ status: 'rejected', decided_by: null });
    expect(await readRefund(decided.id)).toMatchObject({ status: 'failed', error_code: 'payment_reversed' });
    expect((await bankRefunds()).length).toBe(refunds);
    expect(await readTransaction(id)).toMatchObject({ status: 'reversed', settlement_status: 'reversed' });
    expect(await readChangesSince(before)).toEqual({});
    await expect(reverse(id)).rejects.toThrow('No valid transition');
  });

  test('a reversal may go below the floor, nothing else may', async () => {
    const batik = BATIK_LESTARI.merchant_id;
    const id = await insertPaidPayment(t, batik, { amount: 100_000 });
    await asMerchant(t.deps.db, batik, async (tx) => {
      const { postTransfers } = await import('../ledger/posting.ts');
      const accounts = (await lockRefundable(tx, id))!.account_ids;
      const transfer = { kind: 'test', reference_type: 'test', reference_id: id, amount: 95_560 };
      const sides = { debit_account: accounts.pending_settlement!, credit_account: accounts.bank_clearing! };
      await postTransfers(tx, { posted_at: t.clock.now(), transfers: [{ ...transfer, ...sides }] });
      const payment = (await lockRefundable(tx, id))!;
      await reverseTransaction(tx, payment, { now: t.clock.now(), actor: BANK_ACTOR, reason: 'Reversed' });
    });
    const rows = await asMerchant(t.deps.db, batik, listBalances);
    expect(rows.find(({ type }) => type === 'pending_settlement')?.balance).toBe(-95_560);
    const small = await insertPaidPayment(t, batik, { amount: 50_000 });
    const superadmin = await t.signIn('superadmin@batik.example');
    const { id: account_check_id } = await checkBeneficiary('014', '8010000001', superadmin);
    expect(await readErrorCode(postRefund(small, { amount: 1, account_check_id }, superadmin))).toBe(
      'insufficient_balance',
    );
  });

  test('a refund of a reversed payment is not approved: payment_not_refundable', async () => {
    const id = await payByQris(70_000);
    const refund = await requestRefund(id, { amount: 10_000 });
    await reverse(id);
    expect((await approve(refund.id)).json()).toMatchObject({ code: 'payment_not_refundable' });
  });
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'refund')).toEqual([]);
});
