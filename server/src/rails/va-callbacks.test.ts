/** Payments that a bank reports to virtual accounts. */
import { expect, test } from 'vitest';
import { PROVIDER_CREDENTIAL } from './collection-clients.ts';
import { toIncomingVaPayment } from './va-callbacks.ts';

const AT = new Date('2026-11-21T03:00:00Z');
const BODY = {
  partnerServiceId: '   39025',
  customerNo: '10001',
  virtualAccountNo: '   3902510001',
  paymentRequestId: 'BV1',
  paidAmount: { value: '150000.00', currency: 'IDR' as const },
  trxDateTime: '2026-11-21T10:00:00+07:00',
};

test.each([
  ['014', 'BCA'],
  ['008', 'Mandiri'],
  ['BNI', 'BNI'],
  ['999', '999'],
  [undefined, null],
])("the payer's bank %s is shown as %s", (sourceBankCode, sender_bank) => {
  const body = { ...BODY, ...(sourceBankCode === undefined ? {} : { sourceBankCode }) };
  const reported = { external_id: 'EXT1', credential: PROVIDER_CREDENTIAL };
  expect(toIncomingVaPayment(body, { at: AT, reported })).toMatchObject({ amount: 150_000, sender_bank });
});
