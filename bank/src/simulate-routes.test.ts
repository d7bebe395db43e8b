import { crc16 } from '@dasbor/contract/qris-tlv';
import { expect, test } from 'vitest';
import { GENERATE, startBank } from '../test/harness.ts';

const getCode = (response: { json: () => unknown }) => (response.json() as { code: string }).code;

test('a code can be paid once', async () => {
  const { generate, pay } = await startBank();
  const { qrContent, referenceNo } = (await generate()).json<{ qrContent: string; referenceNo: string }>();
  const paid = await pay({ qr_content: ` ${qrContent}\n`, amount: 50_000 });
  expect(paid.statusCode).toBe(200);
  expect(paid.json()).toMatchObject({
    status: 'paid',
    reference_no: referenceNo,
    partner_reference_no: 'txn_1',
    paid_amount: 50_000,
    rrn: expect.stringMatching(/^6325\d{8}$/),
    paid_at: '2026-11-21T03:00:00.000Z',
  });
  const again = await pay({ qr_content: qrContent });
  expect([again.statusCode, getCode(again)]).toEqual([409, 'already_paid']);
});

test('an invalid payload, an unknown code and a wrong amount are rejected', async () => {
  const { generate, pay } = await startBank();
  const { qrContent } = (await generate()).json<{ qrContent: string }>();
  const damaged = await pay({ qr_content: qrContent.replace('540550000', '540550001') });
  expect([damaged.statusCode, getCode(damaged)]).toEqual([422, 'invalid_code']);
  const body = qrContent.slice(0, -4).replace('540550000', '540550001');
  const foreign = await pay({ qr_content: body + crc16(body) });
  expect([foreign.statusCode, getCode(foreign)]).toEqual([404, 'unknown_code']);
  const differs = await pay({ qr_content: qrContent, amount: 49_999 });
  expect([differs.statusCode, getCode(differs)]).toEqual([422, 'amount_differs']);
});

test('a code can be paid until the moment it expires', async () => {
  const { generate, pay, clock } = await startBank();
  await generate();
  await generate({ partnerReferenceNo: 'txn_2' });
  clock.advance(15 * 60 - 0.001);
  expect((await pay()).statusCode).toBe(200);
  clock.advance(0.001);
  const late = await pay({ partner_reference_no: 'txn_2' });
  expect([late.statusCode, getCode(late)]).toEqual([422, 'expired']);
});

test.each([
  {},
  { qr_content: 'a', reference_no: 'b' },
  { reference_no: 'b', amount: 0 },
  { reference_no: 'b', amount: 1.5 },
  { reference_no: 'b', other: 1 },
])('%j is no payment', async (payload) => {
  const { pay } = await startBank();
  const response = await pay(payload);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ status_code: 400, code: 'invalid_request', detail: expect.any(String) });
});

test('an unknown virtual account is reported in the language of the request', async () => {
  const { bank } = await startBank();
  const request = { method: 'POST', url: '/simulate/va/pay', payload: { va_number: '8808123', amount: 1 } } as const;
  const response = await bank.inject(request);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ detail: 'Virtual account not found.' });
  const indonesian = await bank.inject({ ...request, headers: { 'accept-language': 'id' } });
  expect(indonesian.json()).toMatchObject({ detail: 'Virtual account tidak ditemukan.' });
});

test('the list shows the newest code first, with its QR image', async () => {
  const { bank, generate, clock } = await startBank();
  await generate();
  clock.advance(60);
  await generate({ partnerReferenceNo: 'txn_2', amount: { ...GENERATE.amount, value: '7000.00' } });
  const { data } = (await bank.inject({ url: '/simulate/qris' })).json<{ data: { reference_no: string }[] }>();
  expect(data).toMatchObject([
    { partner_reference_no: 'txn_2', amount: 7000, status: 'open', expires_at: '2026-11-21T03:15:00.000Z' },
    { partner_reference_no: 'txn_1', amount: 50_000, status: 'open' },
  ]);
  const picture = await bank.inject({ url: `/simulate/qris/${data[0]?.reference_no}/picture.svg` });
  expect(picture.headers['content-type']).toBe('image/svg+xml');
  expect(picture.body).toMatch(/^<svg/);
  expect((await bank.inject({ url: '/simulate/qris/none/picture.svg' })).statusCode).toBe(404);
});

test('the page is served under a policy that allows its own files only', async () => {
  const { bank } = await startBank();
  const response = await bank.inject({ url: '/' });
  expect(response.body).toContain('Sandbox bank – no real money');
  expect(response.body).not.toMatch(/<script(?! type="module" src="\/(?:page|va|refund)\.js")|<style| on[a-z]+=/);
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
  for (const url of ['/page.css', '/page.js', '/va.js', '/refund.js', '/healthz']) {
    expect((await bank.inject({ url })).statusCode).toBe(200);
  }
});
