/** Requests of SNAP BI, of the bank and of merchants' servers, with values that cannot be stored. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SNAP_PATHS, SNAP_SERVICES, type SnapCall } from '@dasbor/contract/snap';
import { createSnapCredential } from '@dasbor/contract/snap-credential';
import { sendInBudget } from '../../test/request-budget.ts';
import { createSnapMerchant } from '../../test/snap-merchant-client.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { buildVaFields, buildVaPayment, sendBankRequest } from '../../test/va-callbacks.ts';
import { asPlatform } from '../db/tx.ts';

let t: TestApp;
let merchant: ReturnType<typeof createSnapMerchant>;
let token: string;
beforeAll(async () => {
  t = await startTestApp();
  const kopi = await t.signIn('superadmin@kopi.example');
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const public_key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const { data } = await kopi.ok(createSnapCredential, {
    body: { name: 'ERP', services: ['qris', 'virtual_account'], public_key },
  });
  merchant = createSnapMerchant(t, { ...data, private_key: privateKey });
  token = (await merchant.requestToken()).json<{ accessToken: string }>().accessToken;
});
afterAll(() => t.close());

const VA_NUMBER = '390251000100000001';
const AMOUNT = { value: '25000.00', currency: 'IDR' };
const TIME = '2026-11-18T14:00:00+07:00';
const MERCHANT_VA = { partnerServiceId: '   39025', customerNo: '10001', virtualAccountNo: '   3902510001' };

/** A request with every field, by service. */
const buildBodies = () => ({
  qr_mpm_generate: {
    partnerReferenceNo: 'order-1',
    amount: AMOUNT,
    merchantId: 'ID1020000000001',
    storeId: 'Senopati',
    terminalId: 'T1',
    validityPeriod: TIME,
  },
  qr_mpm_query: { originalPartnerReferenceNo: 'order-1', originalReferenceNo: 'qr-1', serviceCode: '47' },
  va_create: {
    ...MERCHANT_VA,
    virtualAccountName: 'Budi',
    virtualAccountEmail: 'budi@mail.example',
    virtualAccountPhone: '+628123456789',
    trxId: 'order-2',
    totalAmount: AMOUNT,
    virtualAccountTrxType: 'C',
    expiredDate: TIME,
    additionalInfo: { minAmount: AMOUNT, maxAmount: AMOUNT, isReusable: false },
  },
  va_status: { ...MERCHANT_VA, inquiryRequestId: 'inquiry-1', trxId: 'order-2' },
  va_inquiry: { ...buildVaFields(VA_NUMBER), inquiryRequestId: 'inquiry-1', trxDateInit: TIME, channelCode: 'ATM' },
  va_payment: {
    ...buildVaPayment(VA_NUMBER, 25_000, t.clock.now()),
    virtualAccountName: 'Budi',
    trxId: 'order-2',
    latestTransactionStatus: '00',
  },
  qr_mpm_notify: {
    originalReferenceNo: 'bank-1',
    originalPartnerReferenceNo: 'order-1',
    latestTransactionStatus: '00',
    transactionStatusDesc: 'Success',
    amount: AMOUNT,
    additionalInfo: {
      issuerName: 'Bank',
      issuerCode: '93600014',
      rrn: '123456789012',
      approvalCode: '123456',
      payerName: 'Rina',
      paidAt: TIME,
      tipAmount: AMOUNT,
    },
  },
});
type Call = keyof ReturnType<typeof buildBodies>;
const CALLS = [
  'qr_mpm_generate',
  'qr_mpm_query',
  'va_create',
  'va_status',
  'va_inquiry',
  'va_payment',
  'qr_mpm_notify',
] as const satisfies readonly (Call & SnapCall)[];

async function send(call: Call, body: object): Promise<unknown> {
  if (call === 'va_inquiry' || call === 'va_payment' || call === 'qr_mpm_notify') {
    return (await sendBankRequest(t, call, body)).body;
  }
  return (await sendInBudget(() => merchant.call(SNAP_PATHS[call].replace('/v1.0', ''), body, { token }))).json();
}

/** Every text of a body with its path. */
function listTexts(body: object, prefix = ''): [path: string, text: string][] {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[prefix + name, value] as [string, string]];
    return typeof value === 'object' && value !== null ? listTexts(value, `${prefix}${name}.`) : [];
  });
}

/** A copy of a body with another value at a path. */
function replaceAt(body: object, path: string, value: string): object {
  const copy = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
  const names = path.split('.');
  const parent = names.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, copy);
  parent[names.at(-1)!] = value;
  return copy;
}

const refuse = (call: Call, path: string) => ({
  responseCode: `400${SNAP_SERVICES[call]}01`,
  responseMessage: `Invalid Field Format ${path}`,
});

test.each(CALLS)('%s: a text that cannot be stored is an invalid format, in every field', async (call) => {
  const body = buildBodies()[call];
  for (const [path] of listTexts(body)) {
    for (const text of ['a\u0000b', '\ud800', 'a\udc00b']) {
      expect(await send(call, replaceAt(body, path, text)), JSON.stringify(text)).toEqual(refuse(call, path));
    }
  }
  expect(await send(call, { ...body, 'note\u0000': 'x' })).toEqual({
    ...refuse(call, ''),
    responseMessage: 'Invalid Field Format',
  });
});

test.each(CALLS)('%s: a time that cannot be stored is an invalid format', async (call) => {
  const body = buildBodies()[call];
  for (const [path] of listTexts(body).filter(([, text]) => /^\d{4}-\d{2}-\d{2}T/.test(text))) {
    for (const time of [
      '0000-01-01T00:00:00+07:00',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59-12:00',
      `2026-11-18T14:00:00.${'0'.repeat(200)}Z`,
    ]) {
      expect(await send(call, replaceAt(body, path, time)), time).toEqual(refuse(call, path));
    }
  }
});

test('a refused callback is stored without the body that cannot be', async () => {
  await send('qr_mpm_notify', replaceAt(buildBodies().qr_mpm_notify, 'transactionStatusDesc', 'a\u0000b'));
  const rows = await asPlatform(t.deps.db, (tx) =>
    tx.sql
      .selectFrom('unmatched_callback')
      .select(['response_code', 'request'])
      .where('reason', 'like', '%transactionStatusDesc')
      .execute(),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ response_code: '4005201', request: null })]),
  );
});
