/** domain 1.5: the sandbox bank reverses a payment by callback. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { getTransaction, listTransactions } from '@dasbor/contract/transaction';
import { createVirtualAccount } from '@dasbor/contract/virtual-account';
import { followRealClock, startAppWithBank } from '../../test/app-with-bank.ts';
import { createBankClient } from '../../test/bank-client.ts';
import type { BankProcess } from '../../test/bank-process.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { listBalances } from '../ledger/balance.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

let t: TestApp;
let bank: BankProcess;
let kopi: TestClient;
let count = 0;

beforeAll(async () => {
  ({ t, bank } = await startAppWithBank());
  kopi = await t.signIn('superadmin@kopi.example');
});
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});
beforeEach(() => followRealClock(t));
afterEach(async () => expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]));

const headers = () => ({ 'idempotency-key': `reversal-${++count}` });
const balances = async () =>
  (await asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, listBalances)).map(({ type, balance }) => [type, balance]);
const readTransaction = async (id: string) => (await kopi.ok(getTransaction, { params: { id } })).data;
const until = (id: string, status: string) =>
  vi.waitFor(async () => expect((await readTransaction(id)).status).toBe(status), { timeout: 20_000, interval: 50 });

test('a QRIS payment is reversed: status, settlement status, timeline and compensating entries', async () => {
  const before = await balances();
  const { data: qris } = await kopi.ok(createQrisPayment, { body: { amount: 88_000 }, headers: headers() });
  const { body: paid } = await bank.pay({ qr_content: qris.qr_content });
  await until(qris.transaction_id ?? '', 'success');
  t.clock.advance(5);
  const reversed = { reference_no: paid.payment_reference_no, status: '04' };
  expect((await bank.simulate('POST', '/qris/reverse', reversed)).status).toBe(200);
  await until(qris.transaction_id ?? '', 'reversed');
  const found = await readTransaction(qris.transaction_id ?? '');
  expect(found).toMatchObject({ settlement_status: 'reversed', refunded_amount: 0, refund_status: 'none' });
  expect(found.events.at(-1)).toMatchObject({
    from_status: 'success',
    to_status: 'reversed',
    actor_name: 'Bank',
    reason: 'Reversed by the bank: Reversed by the issuer',
  });
  expect(await balances()).toEqual(before);
  const rows = await asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, (tx) =>
    tx.sql
      .selectFrom('transfer')
      .select(['kind', 'reverses_id'])
      .where('merchant_id', '=', KOPI_NUSANTARA.merchant_id)
      .where('reference_id', '=', found.id)
      .where('reverses_id', 'is not', null)
      .execute(),
  );
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(
    new Set(['payment_reversal', 'payment_fee_reversal', 'payment_fee_vat_reversal']),
  );

  // A repeat with another external id is accepted and changes nothing; with the same id it is a duplicate.
  const notification = {
    originalReferenceNo: String(paid.payment_reference_no),
    originalPartnerReferenceNo: String(paid.partner_reference_no),
    latestTransactionStatus: '05',
    transactionStatusDesc: 'Cancelled',
    amount: { value: '88000.00', currency: 'IDR' },
    additionalInfo: { issuerName: 'x', rrn: 'x', approvalCode: 'x', payerName: 'x', paidAt: new Date().toISOString() },
  };
  const caller = createBankClient(t);
  const codes = [
    await caller.notify(notification, { external_id: '777001' }),
    await caller.notify(notification, { external_id: '777001' }),
  ];
  expect(codes.map((answer) => answer.json<{ responseCode: string }>().responseCode)).toEqual(['2005200', '4095200']);
  expect((await readTransaction(found.id)).events).toHaveLength(found.events.length);
});

test('a cancelled unpaid code is handled by its payment method', async () => {
  const { data: qris } = await kopi.ok(createQrisPayment, { body: { amount: 9_000 }, headers: headers() });
  const id = qris.transaction_id ?? '';
  const reference = (await readTransaction(id)).provider_reference ?? '';
  const partner = await asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, (tx) =>
    tx.sql
      .selectFrom('qris_payment')
      .select('partner_reference_no')
      .where('merchant_id', '=', KOPI_NUSANTARA.merchant_id)
      .where('id', '=', qris.id)
      .executeTakeFirstOrThrow(),
  );
  const notification = {
    originalReferenceNo: reference,
    originalPartnerReferenceNo: partner.partner_reference_no,
    latestTransactionStatus: '05',
    transactionStatusDesc: 'Cancelled',
    amount: { value: '9000.00', currency: 'IDR' },
    additionalInfo: { issuerName: 'x', rrn: 'x', approvalCode: 'x', payerName: 'x', paidAt: new Date().toISOString() },
  };
  expect((await createBankClient(t).notify(notification)).json()).toMatchObject({ responseCode: '2005200' });
  expect((await readTransaction(id)).status).toBe('cancelled');
});

test('a virtual account payment is reversed', async () => {
  const before = await balances();
  const body = { bank: 'BNI', holder_name: 'SARI', amount_type: 'closed', expected_amount: 75_000 };
  const { data: va } = await kopi.ok(createVirtualAccount, { body, headers: headers() } as never);
  const { body: paid } = await bank.simulate('POST', '/va/pay', { va_number: va.va_number });
  const id = await vi.waitFor(
    async () => {
      const { data } = await kopi.ok(listTransactions, { query: { q: va.va_number, status: 'success' } });
      expect(data).toHaveLength(1);
      return data[0]!.id;
    },
    { timeout: 20_000, interval: 50 },
  );
  const { payment_request_id } = paid;
  expect((await bank.simulate('POST', '/va/reverse', { payment_request_id })).status).toBe(200);
  await until(id, 'reversed');
  expect(await balances()).toEqual(before);
});
