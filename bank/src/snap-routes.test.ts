import { parseQris } from '@dasbor/contract/qris';
import { validateQris } from '@dasbor/contract/qris-validation';
import { SNAP_PATHS } from '@dasbor/contract/snap';
import { expect, test } from 'vitest';
import { CREDENTIALS, GENERATE, startBank } from '../test/harness.ts';

const getCode = (response: { json: () => unknown }) => (response.json() as { responseCode: string }).responseCode;

test('a signed token request returns a token valid for 15 minutes', async () => {
  const { token } = await startBank();
  const response = await token();
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({ responseCode: '2007300', tokenType: 'BearerToken', expiresIn: '900' });
});

test.each([
  ['a wrong signature', { 'x-signature': 'AAAA' }, '4017300'],
  ['an unknown client', { 'x-client-key': 'someone' }, '4017300'],
  ['a time without an offset', { 'x-timestamp': '2026-11-21T10:00:00' }, '4007301'],
  ['a time six minutes ago', { 'x-timestamp': '2026-11-21T09:54:00+07:00' }, '4017300'],
  ['a missing signature', { 'x-signature': '' }, '4007302'],
])('a token request with %s is answered %s %s', async (_what, headers, code) => {
  const { token } = await startBank();
  const response = await token(headers);
  expect(getCode(response)).toBe(code);
  expect(response.statusCode).toBe(Number(code.slice(0, 3)));
});

test('a created code is a valid QRIS payload', async () => {
  const { generate } = await startBank();
  const response = await generate();
  expect(response.statusCode).toBe(200);
  const { qrContent, ...rest } = response.json<{ qrContent: string; referenceNo: string }>();
  expect(rest).toEqual({
    responseCode: '2004700',
    responseMessage: 'Successful',
    referenceNo: expect.stringMatching(/^BS\d{22}$/),
    partnerReferenceNo: 'txn_1',
  });
  expect(validateQris(qrContent)).toEqual([]);
  expect(qrContent).toContain('ID.CO.BANKSANDBOX.WWW01189360099900000001');
  expect(parseQris(qrContent)).toEqual({
    is_dynamic: true,
    amount: 50_000,
    nmid: 'ID1020000000017',
    merchant_name: 'Kopi Nusantara',
    merchant_city: 'Jakarta',
    tip: { tip_mode: 'none', tip_value: null },
    bill_number: rest.referenceNo,
    store_label: null,
    reference_label: null,
    terminal_label: null,
  });
});

test('names are truncated and converted to the QRIS character set', async () => {
  const { generate } = await startBank();
  const additionalInfo = {
    ...GENERATE.additionalInfo,
    merchantName: 'Café & Roastery Nusantara Abadi',
    merchantCity: 'Kabupaten Bandung Barat',
  };
  const { qrContent } = (await generate({ additionalInfo })).json<{ qrContent: string }>();
  expect(validateQris(qrContent)).toEqual([]);
  expect(parseQris(qrContent)).toMatchObject({
    merchant_name: 'Cafe & Roastery Nusantara',
    merchant_city: 'Kabupaten Bandu',
  });
});

test('creation is idempotent by reference; a different amount returns 4094701', async () => {
  const { generate } = await startBank();
  const [first, again] = [await generate(), await generate()];
  expect(again.statusCode).toBe(200);
  expect(again.json()).toEqual(first.json());
  const other = await generate({ amount: { value: '50001.00', currency: 'IDR' } });
  expect([other.statusCode, getCode(other)]).toEqual([409, '4094701']);
});

test.each([
  ['a wrong signature', { 'x-signature': 'AAAA' }, '4014700'],
  ['no token', { authorization: '' }, '4014703'],
  ['an unknown token', { authorization: 'Bearer nobody' }, '4014701'],
  ['another partner', { 'x-partner-id': 'someone' }, '4044716'],
  ['a missing external id', { 'x-external-id': '' }, '4004702'],
  ['an external id with letters', { 'x-external-id': 'abc' }, '4004701'],
  ['a time 5 min 1 s ago', { 'x-timestamp': '2026-11-21T09:54:59+07:00' }, '4014700'],
  ['a time 5 min 1 s ahead', { 'x-timestamp': '2026-11-21T10:05:01+07:00' }, '4014700'],
  ['a time 5 min ago', { 'x-timestamp': '2026-11-21T09:55:00+07:00' }, '2004700'],
  ['a time 5 min ahead', { 'x-timestamp': '2026-11-21T10:05:00+07:00' }, '2004700'],
])('creation with %s is answered %s %s', async (_what, headers, code) => {
  const { generate } = await startBank();
  const response = await generate({}, headers);
  expect(getCode(response)).toBe(code);
  expect(response.statusCode).toBe(Number(code.slice(0, 3)));
});

test.each([
  ['no amount', { amount: undefined }, '4004702', 'amount'],
  ['an amount without decimals', { amount: { value: '5', currency: 'IDR' } }, '4004701', 'amount.value'],
  ['an amount of 0', { amount: { value: '0.00', currency: 'IDR' } }, '4044713', ''],
  ['cents', { amount: { value: '10.50', currency: 'IDR' } }, '4044713', ''],
  ['Rp 10 000 001', { amount: { value: '10000001.00', currency: 'IDR' } }, '4034702', ''],
  ['Rp 10 000 000', { amount: { value: '10000000.00', currency: 'IDR' } }, '2004700', ''],
  ['an end in the past', { validityPeriod: '2026-11-21T10:00:00+07:00' }, '4004701', 'validityPeriod'],
  ['an NMID that is none', { merchantId: 'ID1' }, '4004701', 'merchantId'],
])('creation with %s is answered %s %s', async (_what, change, code, field) => {
  const { generate } = await startBank();
  const response = await generate(change);
  expect(response.json()).toMatchObject({ responseCode: code, responseMessage: expect.stringContaining(field) });
});

test('a body that is not JSON is a bad request', async () => {
  const { bank } = await startBank();
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', url: SNAP_PATHS.access_token, headers, payload: 'x'.repeat(70_000) } as const;
  expect(getCode(await bank.inject(request))).toBe('4007300');
});

test('an external ID is accepted once per day', async () => {
  const { generate, clock } = await startBank();
  const headers = { 'x-external-id': '1234567890' };
  expect((await generate({}, headers)).statusCode).toBe(200);
  const again = await generate({}, headers);
  expect([again.statusCode, getCode(again)]).toEqual([409, '4094700']);
  clock.advance(24 * 3600);
  const next_day = { partnerReferenceNo: 'txn_2', validityPeriod: '2026-11-22T10:15:00+07:00' };
  expect((await generate(next_day, headers)).statusCode).toBe(200);
});

test('a token expires after 15 minutes', async () => {
  const { token, call, clock } = await startBank();
  const { accessToken } = (await token()).json<{ accessToken: string }>();
  const headers = { authorization: `Bearer ${accessToken}` };
  const body = { originalPartnerReferenceNo: 'txn_1', serviceCode: '47' };
  clock.advance(899);
  // Still known, but this call was signed under a newer token.
  expect(getCode(await call(SNAP_PATHS.qr_mpm_query, body, headers))).toBe('4015100');
  clock.advance(1);
  expect(getCode(await call(SNAP_PATHS.qr_mpm_query, body, headers))).toBe('4015101');
});

test('queries report pending, paid, expired and unknown codes', async () => {
  const { generate, query, pay, clock } = await startBank();
  await generate();
  await generate({ partnerReferenceNo: 'txn_2' });
  expect((await query()).json()).toMatchObject({ responseCode: '2005100', latestTransactionStatus: '01' });
  const { rrn } = (await pay()).json<{ rrn: string }>();
  expect((await query()).json()).toMatchObject({
    latestTransactionStatus: '00',
    amount: { value: '50000.00', currency: 'IDR' },
    paidTime: '2026-11-21T10:00:00+07:00',
    additionalInfo: { rrn, paidAt: '2026-11-21T10:00:00+07:00' },
  });
  clock.advance(15 * 60);
  expect((await query('txn_2')).json()).toMatchObject({ latestTransactionStatus: '05' });
  expect((await query('txn_2')).json()).not.toHaveProperty('paidTime');
  expect(getCode(await query('txn_3'))).toBe('4045101');
});

test('responses contain no secrets', async () => {
  const { bank } = await startBank();
  const paths = [
    '/',
    '/page.js',
    '/simulate/qris',
    '/simulate/switches',
    '/simulate/callbacks',
    '/healthz',
    '/nothing',
  ];
  for (const url of paths) {
    const { body } = await bank.inject({ url });
    expect(body).not.toContain(CREDENTIALS.client_secret);
    expect(body).not.toContain(CREDENTIALS.bank_client_secret);
  }
});
