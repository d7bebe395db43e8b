import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { qrNotifyRequest } from '@dasbor/contract/snap';
import { expect, onTestFinished, test } from 'vitest';
import {
  SERVER_ERROR,
  CREDENTIALS,
  startBank,
  createSimulationClient,
  createManualClock,
  startPartner,
} from '../test/harness.ts';
import { buildBank } from './bank.ts';

test('a payment is notified once, signed and complete', async () => {
  const { bank, partner, generate, pay } = await startBank();
  const { referenceNo } = (await generate()).json<{ referenceNo: string }>();
  const paid = (await pay()).json<{ rrn: string; approval_code: string }>();
  await bank.delivery.deliverDue();
  await bank.delivery.deliverDue();
  expect(partner.notifications).toHaveLength(1);
  const [notification] = partner.notifications;
  expect(notification?.is_signed).toBe(true);
  expect(notification?.external_id).toMatch(/^\d{1,36}$/);
  expect(qrNotifyRequest.parse(notification?.body)).toEqual({
    originalReferenceNo: referenceNo,
    originalPartnerReferenceNo: 'txn_1',
    latestTransactionStatus: '00',
    transactionStatusDesc: 'Success',
    amount: { value: '50000.00', currency: 'IDR' },
    additionalInfo: {
      issuerName: expect.any(String),
      issuerCode: expect.stringMatching(/^9360\d{4}$/),
      payerName: expect.any(String),
      rrn: paid.rrn,
      approvalCode: paid.approval_code,
      paidAt: '2026-11-21T10:00:00+07:00',
    },
  });
});

test('a failed callback is retried after 1, 2, 5, 10, 30 s, then every minute for an hour', async () => {
  const { bank, partner, generate, pay, clock } = await startBank({ answers: Array(100).fill(SERVER_ERROR) });
  await generate();
  await pay();
  await bank.delivery.deliverDue();
  for (const gap of [1, 2, 5, 10, 30, ...Array<number>(60).fill(60)]) {
    const before = partner.notifications.length;
    clock.advance(gap - 0.001);
    await bank.delivery.deliverDue();
    expect(partner.notifications).toHaveLength(before);
    clock.advance(0.001);
    await bank.delivery.deliverDue();
    expect(partner.notifications).toHaveLength(before + 1);
  }
  clock.advance(24 * 3600);
  await bank.delivery.deliverDue();
  expect(partner.notifications).toHaveLength(66);
  const { data } = (await bank.inject({ url: '/simulate/callbacks' })).json<{ data: object[] }>();
  expect(data).toMatchObject([{ state: 'given_up', attempts: 66 }]);
});

test('each attempt has its own external ID and signature', async () => {
  const { bank, partner, generate, pay, clock } = await startBank({ answers: [SERVER_ERROR, SERVER_ERROR] });
  await generate();
  await pay();
  for (const gap of [0, 1, 2]) {
    clock.advance(gap);
    await bank.delivery.deliverDue();
  }
  expect(new Set(partner.notifications.map(({ external_id }) => external_id)).size).toBe(3);
  expect(new Set(partner.notifications.map(({ signature }) => signature)).size).toBe(3);
  expect(partner.notifications.every(({ is_signed }) => is_signed)).toBe(true);
});

test.each([
  ['2xx with another code', { status: 200, body: { responseCode: '5005200', responseMessage: 'no' } }],
  ['success in the body of a 500', { status: 500, body: { responseCode: '2005200', responseMessage: 'no' } }],
  ['2xx without a code', { status: 200, body: {} }],
  ['a redirect', { status: 302, body: {} }],
])('%s does not count as taken', async (_what, answer) => {
  const { bank, partner, generate, pay, clock } = await startBank({ answers: [answer] });
  await generate();
  await pay();
  await bank.delivery.deliverDue();
  clock.advance(1);
  await bank.delivery.deliverDue();
  expect(partner.notifications).toHaveLength(2);
});

test('a token rejected by the partner is replaced', async () => {
  const refused = { status: 401, body: { responseCode: '4015201', responseMessage: 'Invalid Token (B2B)' } };
  const { bank, partner, generate, pay, clock } = await startBank({ answers: [refused] });
  await generate();
  await pay();
  await bank.delivery.deliverDue();
  clock.advance(1);
  await bank.delivery.deliverDue();
  expect(partner.tokensGiven()).toBe(2);
  expect(partner.notifications).toHaveLength(2);
});

test('callbacks share an access token', async () => {
  const { bank, partner, generate, pay } = await startBank();
  for (const partnerReferenceNo of ['txn_1', 'txn_2', 'txn_3']) {
    await generate({ partnerReferenceNo });
    await pay({ partner_reference_no: partnerReferenceNo });
    await bank.delivery.deliverDue();
  }
  expect(partner.notifications).toHaveLength(3);
  expect(partner.tokensGiven()).toBe(1);
});

test('pending callbacks survive a restart', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'bank-restart-'));
  onTestFinished(() => rmSync(data_dir, { recursive: true }));
  const first = await startBank({ data_dir });
  await first.partner.close();
  await first.generate();
  await first.pay();
  await first.bank.delivery.deliverDue();
  const { data } = (await first.bank.inject({ url: '/simulate/callbacks' })).json<{ data: object[] }>();
  expect(data).toMatchObject([
    {
      state: 'waiting',
      attempts: 1,
      last_attempts: [{ http_status: null, detail: 'No response: ECONNREFUSED' }],
    },
  ]);
  await first.bank.close();

  const partner = await startPartner();
  const clock = createManualClock();
  clock.advance(1);
  const second = buildBank({ data_dir, partner_url: () => partner.url, credentials: CREDENTIALS, clock, poll_ms: 0 });
  onTestFinished(() => second.close());
  await second.delivery.deliverDue();
  expect(partner.notifications).toHaveLength(1);
  expect((await createSimulationClient(second).pay()).statusCode).toBe(409);
});

test('due callbacks are sent by polling', async () => {
  const { partner, bank, generate, pay } = await startBank({ poll_ms: 5, answers: [] });
  const { referenceNo } = (await generate()).json<{ referenceNo: string }>();
  const taken = bank.delivery.waitFor(referenceNo, 60_000);
  await pay();
  expect(await taken).toBe(true);
  expect(partner.notifications).toHaveLength(1);
});

test('stopping completes deliveries in flight and ends all waiting', async () => {
  const { partner, bank, generate, pay } = await startBank();
  await generate();
  await pay();
  const waiting = bank.delivery.waitFor('nothing', 60_000);
  await bank.close();
  expect(await waiting).toBe(false);
  expect(partner.notifications).toHaveLength(1);
});
