/** Merchants' servers over SNAP BI: tokens, signatures, replays, and payments by the product's own rules. */
import { generateKeyPairSync } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getApiRequest, listApiRequests } from '@dasbor/contract/api-log';
import { createQrisPayment, getQrisPayment } from '@dasbor/contract/qris-payment';
import {
  changeSnapCredential,
  createSnapCredential,
  listSnapCredentials,
  replaceSnapPublicKey,
  revokeSnapCredential,
  rotateSnapSecret,
} from '@dasbor/contract/snap-credential';
import { startAppWithBank } from '../../test/app-with-bank.ts';
import type { BankProcess } from '../../test/bank-process.ts';
import { createSnapMerchant, toTimestamp } from '../../test/snap-merchant-client.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { getApiLogWriter } from '../api-settings/log-writer.ts';
import { asPlatform } from '../db/tx.ts';
import { qrisPaymentJobs } from '../qris-payment/jobs.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';

let t: TestApp;
let bank: BankProcess;
let kopi: TestClient;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

beforeAll(async () => {
  ({ t, bank } = await startAppWithBank());
});
beforeEach(resetClock);
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});

/** Sessions end when the clock of a test moves on. */
async function resetClock(): Promise<void> {
  t.clock.set(new Date());
  kopi = await t.signIn('superadmin@kopi.example');
}

async function connect(body: object = {}, by = kopi) {
  const { data } = await by.ok(createSnapCredential, {
    body: { name: 'ERP', services: ['qris', 'virtual_account'], public_key: pem, ...body },
  });
  const { client_key, client_secret, channel_id, signature_encoding: encoding } = data;
  const merchant = createSnapMerchant(t, { client_key, client_secret, private_key: privateKey, channel_id, encoding });
  return { ...data, merchant };
}
const getCode = (answer: LightMyRequestResponse) => {
  const { responseCode } = answer.json<{ responseCode: string }>();
  expect(responseCode.slice(0, 3)).toBe(String(answer.statusCode));
  return responseCode;
};
const amount = (value: string) => ({ value, currency: 'IDR' });
const QR = '/qr/qr-mpm-generate';
const QUERY = '/qr/qr-mpm-query';
let count = 0;
const qr = (more: object = {}) => ({ partnerReferenceNo: `order-${++count}`, amount: amount('25000.00'), ...more });
const query = (originalPartnerReferenceNo: string) => ({ originalPartnerReferenceNo, serviceCode: '47' });

test('a merchant obtains a token, creates a QR code, queries it, and sees it paid', async () => {
  const { merchant, id, client_key } = await connect();
  const token = await merchant.requestToken();
  expect(token.json()).toMatchObject({ responseCode: '2007300', tokenType: 'BearerToken', expiresIn: '900' });
  const body = qr({ storeId: 'Senopati', terminalId: 'T1' });
  const created = await merchant.call(QR, body);
  expect(created.json()).toMatchObject({ responseCode: '2004700', partnerReferenceNo: body.partnerReferenceNo });
  const { referenceNo, qrContent } = created.json<{ referenceNo: string; qrContent: string }>();
  expect(qrContent).toMatch(/^000201/);
  // It is a payment like any other.
  const { data } = await kopi.ok(getQrisPayment, { params: { id: referenceNo } });
  expect(data).toMatchObject({ amount: 25_000, store: 'Senopati', terminal: 'T1', qr_content: qrContent });
  const pending = (await merchant.call(QUERY, query(body.partnerReferenceNo))).json();
  expect(pending).toMatchObject({
    responseCode: '2005100',
    latestTransactionStatus: '03',
    originalReferenceNo: referenceNo,
  });
  expect(pending).not.toHaveProperty('paidTime');
  expect((await bank.simulate('POST', '/qris/pay', { qr_content: qrContent })).status).toBeLessThan(300);
  await vi.waitFor(
    async () => {
      const paid = (await merchant.call(QUERY, query(body.partnerReferenceNo))).json<Record<string, unknown>>();
      expect(paid).toMatchObject({ latestTransactionStatus: '00', amount: amount('25000.00') });
      expect(paid.additionalInfo).toHaveProperty('rrn');
      expect(paid.paidTime).toMatch(/\+07:00$/);
    },
    { timeout: 20_000, interval: 200 },
  );
  const [credential] = (await kopi.ok(listSnapCredentials)).data.filter((each) => each.id === id);
  expect(credential).toMatchObject({ client_key, last_used_at: expect.any(String) });
});

test('the same reference returns the same code, another content is inconsistent, and a reference is used once', async () => {
  const { merchant } = await connect();
  const body = qr();
  const [first, second] = [await merchant.call(QR, body), await merchant.call(QR, body)];
  expect(second.json()).toEqual(first.json());
  const together = qr();
  const answers = await Promise.all([merchant.call(QR, together), merchant.call(QR, together)]);
  const codes = answers.map((answer) => answer.json<{ referenceNo?: string; responseCode: string }>());
  expect(codes.every(({ responseCode }) => ['2004700', '2024700'].includes(responseCode))).toBe(true);
  expect(new Set(codes.map(({ referenceNo }) => referenceNo).filter(Boolean)).size).toBe(1);
  expect(getCode(await merchant.call(QR, { ...body, amount: amount('26000.00') }))).toBe('4044718');
  const va = {
    partnerServiceId: '   39025',
    virtualAccountName: 'Budi',
    trxId: body.partnerReferenceNo,
    totalAmount: amount('25000.00'),
  };
  expect(getCode(await merchant.call('/transfer-va/create-va', va))).toBe('4092701');
});

test('tokens and signatures that are wrong, late or of somebody else are refused', async () => {
  const { merchant, id } = await connect();
  const other = await connect({ name: 'Other' });
  const wrong = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const minutes = (n: number) => toTimestamp(new Date(t.clock.now().getTime() + n * 60_000));
  expect(getCode(await merchant.requestToken({ key: wrong.privateKey }))).toBe('4017300');
  expect(getCode(await merchant.requestToken({ timestamp: minutes(-6) }))).toBe('4017300');
  expect(getCode(await merchant.requestToken({ timestamp: 'yesterday' }))).toBe('4007301');
  expect(getCode(await merchant.requestToken({ body: { grantType: 'password' } }))).toBe('4007301');
  const unknown = createSnapMerchant(t, {
    client_key: `snap_test_${'a'.repeat(22)}`,
    client_secret: 'x',
    private_key: privateKey,
  });
  expect(getCode(await unknown.requestToken())).toBe('4017300');
  const token = (await merchant.requestToken()).json<{ accessToken: string }>().accessToken;
  const foreign = (await other.merchant.requestToken()).json<{ accessToken: string }>().accessToken;
  for (const [change, code] of [
    [{ token, secret: 'guessed' }, '4015100'],
    [{ token, text: '{"serviceCode":"47","originalPartnerReferenceNo":"other"}' }, '4015100'],
    [{ token, timestamp: minutes(6) }, '4015100'],
    [{ token, headers: { 'channel-id': '00000' } }, '4015100'],
    [{ token, headers: { 'x-partner-id': other.client_key } }, '4015101'],
    [{ token: foreign }, '4015101'],
    [{ token: `${token}x` }, '4015101'],
    [{ token, headers: { authorization: 'Basic x' } }, '4015103'],
    [{ token, headers: { 'x-external-id': 'order-1' } }, '4005101'],
    [{ token, headers: { 'x-signature': '' } }, '4005102'],
  ] as const) {
    expect([change, getCode(await merchant.call(QUERY, query('none'), change))]).toEqual([change, code]);
  }
  t.clock.advance(15 * 60_000);
  expect(getCode(await merchant.call(QUERY, query('none'), { token }))).toBe('4015101');
  await resetClock();
  // A replaced public key ends the tokens that the former one obtained.
  const fresh = (await merchant.requestToken()).json<{ accessToken: string }>().accessToken;
  await kopi.ok(replaceSnapPublicKey, {
    params: { id },
    body: { public_key: wrong.publicKey.export({ type: 'spki', format: 'pem' }).toString() },
  });
  expect(getCode(await merchant.call(QUERY, query('none'), { token: fresh }))).toBe('4015101');
});

test('an X-EXTERNAL-ID is used once a day, by the day of the signed time', async () => {
  const { merchant } = await connect();
  const body = qr();
  const external_id = '123456789012';
  expect(getCode(await merchant.call(QR, body, { external_id }))).toBe('2004700');
  expect(getCode(await merchant.call(QR, body, { external_id }))).toBe('4094700');
  // A refused signature uses none up.
  expect(getCode(await merchant.call(QUERY, query('none'), { external_id: '77', secret: 'x' }))).toBe('4015100');
  expect(getCode(await merchant.call(QUERY, query('none'), { external_id: '77' }))).toBe('4045101');
  t.clock.advance(24 * 3_600_000);
  expect(getCode(await merchant.call(QUERY, query('none'), { external_id: '77' }))).toBe('4045101');
  // The copy of a request of 23:58 is recognised at 00:01.
  t.clock.set(new Date('2030-01-01T16:58:00.000Z'));
  const late = { external_id: '88', timestamp: toTimestamp(t.clock.now()) };
  expect(getCode(await merchant.call(QUERY, query('none'), late))).toBe('4045101');
  t.clock.advance(3 * 60_000);
  expect(getCode(await merchant.call(QUERY, query('none'), late))).toBe('4095100');
});

test('a second rotation within the overlap ends no secret early; one without an overlap ends all', async () => {
  const { merchant, id, client_secret } = await connect();
  const rotate = async (overlap_hours: 0 | 24) =>
    (await kopi.ok(rotateSnapSecret, { params: { id }, body: { overlap_hours } })).data.client_secret;
  const secrets = [client_secret, await rotate(24), await rotate(24)];
  const ask = async (secret: string) => getCode(await merchant.call(QUERY, query('none'), { secret }));
  for (const secret of secrets) expect(await ask(secret)).toBe('4045101');
  expect(await ask(await rotate(0))).toBe('4045101');
  for (const secret of secrets) expect(await ask(secret)).toBe('4015100');
});

test('a rotated secret signs during the overlap only; hex is an encoding of its own; a revoked credential is unknown', async () => {
  const { merchant, id, client_key, client_secret } = await connect();
  const { data } = await kopi.ok(rotateSnapSecret, { params: { id }, body: { overlap_hours: 1 } });
  const ask = (secret: string) => merchant.call(QUERY, query('none'), { secret });
  expect([getCode(await ask(client_secret)), getCode(await ask(data.client_secret))]).toEqual(['4045101', '4045101']);
  t.clock.advance(3_600_000);
  expect([getCode(await ask(client_secret)), getCode(await ask(data.client_secret))]).toEqual(['4015100', '4045101']);
  await resetClock();
  await kopi.ok(changeSnapCredential, { params: { id }, body: { signature_encoding: 'hex', channel_id: '12345' } });
  expect(getCode(await merchant.requestToken())).toBe('4017300');
  const hex = createSnapMerchant(t, {
    client_key,
    client_secret: data.client_secret,
    private_key: privateKey,
    channel_id: '12345',
    encoding: 'hex',
  });
  expect(getCode(await hex.call(QUERY, query('none')))).toBe('4045101');
  const token = (await hex.requestToken()).json<{ accessToken: string }>().accessToken;
  await kopi.ok(revokeSnapCredential, { params: { id } });
  expect(getCode(await hex.requestToken())).toBe('4017300');
  expect(getCode(await hex.call(QUERY, query('none'), { token }))).toBe('4015100');
});

test('a credential has its services only, and objects of other merchants do not exist', async () => {
  const { merchant } = await connect();
  const body = qr();
  const { referenceNo } = (await merchant.call(QR, body)).json<{ referenceNo: string }>();
  const batik = await connect({}, await t.signIn('superadmin@batik.example'));
  for (const wanted of [query(body.partnerReferenceNo), { originalReferenceNo: referenceNo, serviceCode: '47' }]) {
    expect(getCode(await batik.merchant.call(QUERY, wanted))).toBe('4045101');
  }
  expect(getCode(await batik.merchant.call(QR, qr({ merchantId: KOPI_NUSANTARA.nmid })))).toBe('4044708');
  const qris_only = await connect({ name: 'QR only', services: ['qris'] });
  const status = { trxId: 'any', partnerServiceId: '   39025' };
  expect(getCode(await qris_only.merchant.call('/transfer-va/status', status))).toBe('4032601');
});

test('while the bank is away a request is in progress, and its repetition returns the code', async () => {
  const { merchant } = await connect();
  const body = qr();
  await bank.setSwitches({ offline: true });
  expect(getCode(await merchant.call(QR, body))).toBe('2024700');
  const asked = (await merchant.call(QUERY, query(body.partnerReferenceNo))).json<object>();
  expect(asked).toMatchObject({ latestTransactionStatus: '01' });
  await bank.setSwitches({ offline: false });
  const issue = qrisPaymentJobs.find(({ name }) => name === 'issue_qris_payment')!;
  const { originalReferenceNo: id } = asked as { originalReferenceNo: string };
  await issue.run(t.deps, { merchant_id: KOPI_NUSANTARA.merchant_id, id });
  expect((await merchant.call(QR, body)).json()).toMatchObject({ responseCode: '2004700', referenceNo: id });
});

test('limits, missing fields and merchants that may not accept payments get the documented cases', async () => {
  const { merchant } = await connect();
  for (const [body, code] of [
    [{ amount: amount('25000.00') }, '4004702'],
    [qr({ amount: amount('25000.50') }), '4004701'],
    [qr({ amount: amount('99000000.00') }), '4004701'],
    [qr({ validityPeriod: toTimestamp(new Date(t.clock.now().getTime() + 72 * 3_600_000)) }), '4004701'],
    [qr({ validityPeriod: toTimestamp(new Date(t.clock.now().getTime() - 60_000)) }), '4004701'],
  ] as const) {
    expect([body, getCode(await merchant.call(QR, body))]).toEqual([body, code]);
  }
  const batik = await connect({}, await t.signIn('superadmin@batik.example'));
  await asPlatform(t.deps.db, (tx) =>
    tx.sql
      .updateTable('merchant')
      .set({ status: 'suspended' })
      .where('merchant_id', '=', BATIK_LESTARI.merchant_id)
      .execute(),
  );
  const refused = qr();
  expect(getCode(await batik.merchant.call(QR, refused))).toBe('4034718');
  expect(getCode(await batik.merchant.call(QUERY, query(refused.partnerReferenceNo)))).toBe('4045101');
});

test('requests are in the API log with their response code and redacted bodies', async () => {
  const { merchant, id } = await connect();
  const body = qr();
  await merchant.call(QR, body);
  await merchant.call(QUERY, query('none'));
  await getApiLogWriter(t.app)!.flush();
  const { data } = await kopi.ok(listApiRequests, { query: { api_key_id: id, limit: 50 } as never });
  expect(data.map(({ path, status, error_code }) => [path, status, error_code])).toEqual(
    expect.arrayContaining([
      ['/snap/v1.0/access-token/b2b', 200, null],
      ['/snap/v1.0/qr/qr-mpm-generate', 200, null],
      ['/snap/v1.0/qr/qr-mpm-query', 404, '4045101'],
    ]),
  );
  const created = data.find(({ path }) => path.endsWith('generate'))!;
  const detail = (await kopi.ok(getApiRequest, { params: { id: created.id } })).data;
  expect(detail).toMatchObject({ request_body: body, is_hidden: false });
  const issued = data.find(({ path }) => path.endsWith('b2b'))!;
  const token = (await kopi.ok(getApiRequest, { params: { id: issued.id } })).data;
  expect(JSON.stringify(token)).not.toMatch(/\d{13}\.[\w-]{43}/);
});

test('a virtual account is created, paid at the bank and queried', async () => {
  const { merchant } = await connect();
  const body = {
    partnerServiceId: '   39025',
    virtualAccountName: 'Budi Santoso',
    trxId: `va-${++count}`,
    totalAmount: amount('150000.00'),
    virtualAccountTrxType: 'C',
  };
  const created = await merchant.call('/transfer-va/create-va', body);
  expect(created.json()).toMatchObject({ responseCode: '2002700', virtualAccountData: { trxId: body.trxId } });
  expect((await merchant.call('/transfer-va/create-va', body)).json()).toEqual(created.json());
  const { virtualAccountNo, customerNo } = created.json<{ virtualAccountData: Record<string, string> }>()
    .virtualAccountData as { virtualAccountNo: string; customerNo: string };
  expect(virtualAccountNo).toBe(body.partnerServiceId + customerNo);
  const status = async (wanted: object) => (await merchant.call('/transfer-va/status', wanted)).json<object>();
  expect(await status({ virtualAccountNo, inquiryRequestId: 'inq-1' })).toMatchObject({
    responseCode: '2002600',
    virtualAccountData: { inquiryRequestId: 'inq-1', additionalInfo: { latestTransactionStatus: '03', payments: [] } },
  });
  const paid = await bank.simulate('POST', '/va/pay', { va_number: virtualAccountNo.trim(), amount: 150_000 });
  expect(paid.status).toBeLessThan(300);
  await vi.waitFor(
    async () =>
      expect(await status({ trxId: body.trxId })).toMatchObject({
        virtualAccountData: { paidAmount: amount('150000.00'), additionalInfo: { latestTransactionStatus: '00' } },
      }),
    { timeout: 20_000, interval: 200 },
  );
  for (const [wanted, code] of [
    [{ ...body, trxId: 'x-1', partnerServiceId: '   99999' }, '4042712'],
    [{ ...body, trxId: 'x-2', customerNo: '1' }, '4042712'],
    [{ ...body, trxId: 'x-3', totalAmount: amount('1.00') }, '4002701'],
    [{ ...body, totalAmount: amount('1.00') }, '4042718'],
  ] as const) {
    expect([wanted, getCode(await merchant.call('/transfer-va/create-va', wanted))]).toEqual([wanted, code]);
  }
  expect(getCode(await merchant.call('/transfer-va/status', { trxId: 'x-1' }))).toBe('4042612');
});

test('a code of the dashboard cannot be created again under its reference', async () => {
  const { merchant } = await connect();
  const reference = `dashboard-${++count}`;
  await kopi.ok(createQrisPayment, {
    body: { amount: 9_000, merchant_reference: reference },
    headers: { 'idempotency-key': reference },
  });
  expect(getCode(await merchant.call(QR, qr({ partnerReferenceNo: reference })))).toBe('4044718');
});
