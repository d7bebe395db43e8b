import { SNAP_PATHS } from '@dasbor/contract/snap';
import { expect, test } from 'vitest';
import { BANK_CREDENTIALS, CREDENTIALS, GENERATE, createSnapClient, pair, startBank } from '../test/harness.ts';

interface Handover {
  client_key: string;
  client_secret: string;
  bank_client_key: string;
  bank_client_secret: string;
  bank_public_key_pem: string;
}

const getCode = (response: { json: () => unknown }) => (response.json() as { responseCode: string }).responseCode;

/** A bank with a second partner, which has handed its key over. */
async function startWithPartner() {
  const started = await startBank();
  const { bank, clock } = started;
  const keys = pair();
  const registered = await bank.inject({ method: 'POST', url: '/simulate/partners', payload: { name: 'Kopi' } });
  const handover = registered.json<Handover>();
  const url = `/simulate/partners/${handover.client_key}`;
  const second = createSnapClient(bank, clock, { ...handover, private_key: keys.privateKey });
  const handKeyOver = () =>
    bank.inject({ method: 'PUT', url: `${url}/key`, payload: { partner_public_key_pem: keys.publicKey } });
  BANK_CREDENTIALS.set(handover.bank_client_key, {
    public_key: handover.bank_public_key_pem,
    secret: handover.bank_client_secret,
  });
  return { ...started, handover, url, second, keys, handKeyOver };
}

test('a registered partner is refused until it has handed its public key over', async () => {
  const { second, handKeyOver } = await startWithPartner();
  expect(getCode(await second.token())).toBe('4017300');
  expect((await handKeyOver()).json()).toMatchObject({ is_key_set: true });
  expect((await second.token()).statusCode).toBe(200);
});

test('the list of partners shows no secret', async () => {
  const { bank, handover } = await startWithPartner();
  const { body } = await bank.inject('/simulate/partners');
  expect(body).toContain(handover.client_key);
  expect(body).not.toContain(handover.client_secret);
  expect(body).not.toContain(handover.bank_client_secret);
});

test('each payment is notified under the credentials of the partner that issued its code', async () => {
  const { bank, partner, second, generate, pay, handover, handKeyOver } = await startWithPartner();
  await handKeyOver();
  expect((await generate()).statusCode).toBe(200);
  expect((await second.generate({ partnerReferenceNo: 'txn_2' })).statusCode).toBe(200);
  for (const partner_reference_no of ['txn_1', 'txn_2']) {
    await pay({ partner_reference_no });
    await bank.delivery.deliverDue();
  }
  expect(
    partner.notifications.map(({ partner_id, is_signed, body }) => [
      body.originalPartnerReferenceNo,
      partner_id,
      is_signed,
    ]),
  ).toEqual([
    ['txn_1', CREDENTIALS.bank_client_key, true],
    ['txn_2', handover.bank_client_key, true],
  ]);
});

test('codes and virtual accounts of another partner do not exist for a partner', async () => {
  const { second, generate, call, query, handKeyOver } = await startWithPartner();
  await handKeyOver();
  await generate();
  const va = {
    partnerServiceId: '   39025',
    customerNo: '1000100000001',
    virtualAccountNo: '   390251000100000001',
    virtualAccountName: 'Kopi',
    trxId: 'va_1',
    totalAmount: { value: '50000.00', currency: 'IDR' },
    virtualAccountTrxType: 'C',
    additionalInfo: { isReusable: false },
  };
  await call(SNAP_PATHS.va_create, va);
  expect((await query()).statusCode).toBe(200);
  expect(getCode(await second.query())).toBe('4045101');
  expect(getCode(await second.generate())).toBe('4094701');
  const cancel = { originalPartnerReferenceNo: 'txn_1', merchantId: GENERATE.merchantId };
  expect(getCode(await second.call(SNAP_PATHS.qr_mpm_cancel, cancel))).toBe('4047701');
  const { partnerServiceId, customerNo, virtualAccountNo, trxId } = va;
  const status = { partnerServiceId, customerNo, virtualAccountNo, trxId };
  expect((await call(SNAP_PATHS.va_status, status)).statusCode).toBe(200);
  expect((await second.call(SNAP_PATHS.va_status, status)).statusCode).toBe(404);
  expect((await second.call(SNAP_PATHS.va_create, va)).statusCode).toBe(409);
});

test('a token is of the partner that it was issued to', async () => {
  const { second, token, handKeyOver } = await startWithPartner();
  await handKeyOver();
  const { accessToken } = (await token()).json<{ accessToken: string }>();
  const answer = await second.call(SNAP_PATHS.qr_mpm_generate, GENERATE, { authorization: `Bearer ${accessToken}` });
  expect(getCode(answer)).toBe('4014701');
});

test('a registered partner cannot transfer money', async () => {
  const { second, handKeyOver } = await startWithPartner();
  await handKeyOver();
  expect(getCode(await second.call(SNAP_PATHS.account_inquiry_external, {}))).toBe('4031601');
});

test('during a rotation both secrets are accepted, and callbacks change when the bank switches', async () => {
  const { bank, clock, partner, url, second, handover, keys, handKeyOver, pay } = await startWithPartner();
  await handKeyOver();
  const rotated = (await bank.inject({ method: 'POST', url: `${url}/rotate` })).json<Handover>();
  expect(rotated.client_secret).not.toBe(handover.client_secret);
  const renewed = createSnapClient(bank, clock, { ...rotated, private_key: keys.privateKey });
  expect((await second.generate({ partnerReferenceNo: 'old' })).statusCode).toBe(200);
  clock.advance(1);
  expect((await renewed.generate({ partnerReferenceNo: 'new' })).statusCode).toBe(200);
  await pay({ partner_reference_no: 'old' });
  await bank.delivery.deliverDue();
  await bank.inject({ method: 'POST', url: `${url}/switch` });
  clock.advance(1);
  expect((await second.query('old')).statusCode).toBe(401);
  BANK_CREDENTIALS.set(handover.bank_client_key, {
    public_key: handover.bank_public_key_pem,
    secret: rotated.bank_client_secret,
  });
  await pay({ partner_reference_no: 'new' });
  await bank.delivery.deliverDue();
  expect(partner.notifications.map(({ is_signed }) => is_signed)).toEqual([true, true]);
});
