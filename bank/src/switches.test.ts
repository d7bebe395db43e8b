import { expect, test } from 'vitest';
import { SERVER_ERROR, startBank } from '../test/harness.ts';
import { DEFAULT_SWITCHES } from './switches.ts';

const opened = async (switches: object) => {
  const parts = await startBank();
  expect((await parts.turn(switches)).statusCode).toBe(200);
  return parts;
};

test('all switches are off by default and change independently', async () => {
  const { bank, turn } = await startBank();
  expect((await bank.inject({ url: '/simulate/switches' })).json()).toEqual(DEFAULT_SWITCHES);
  expect((await turn({ refuse: true })).json()).toEqual({ ...DEFAULT_SWITCHES, refuse: true });
  expect((await turn({ duplicate: 3 })).json()).toEqual({ ...DEFAULT_SWITCHES, refuse: true, duplicate: 3 });
});

test.each([{ unknown: true }, { refuse: 'yes' }, { duplicate: 0 }, { duplicate: 11 }, { callback_delay_ms: -1 }])(
  'the switches refuse %j',
  async (change) => {
    const { turn, bank } = await startBank();
    expect((await turn(change)).statusCode).toBe(400);
    expect((await bank.inject({ url: '/simulate/switches' })).json()).toEqual(DEFAULT_SWITCHES);
  },
);

test('refuse: the payment is declined and no callback is sent', async () => {
  const { bank, partner, generate, pay, query } = await opened({ refuse: true });
  await generate();
  const response = await pay();
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([422, 'refused']);
  await bank.delivery.deliverDue();
  expect(partner.notifications).toHaveLength(0);
  expect((await query()).json()).toMatchObject({ latestTransactionStatus: '01' });
});

test('callback_delay_ms: the callback is sent after the delay', async () => {
  const { bank, partner, generate, pay, clock } = await opened({ callback_delay_ms: 30_000 });
  await generate();
  await pay();
  clock.advance(29.999);
  await bank.delivery.deliverDue();
  expect(partner.notifications).toHaveLength(0);
  clock.advance(0.001);
  await bank.delivery.deliverDue();
  expect(partner.notifications).toHaveLength(1);
});

test('duplicate: the callback is sent that many times, each as a separate request', async () => {
  const { bank, partner, generate, pay } = await opened({ duplicate: 3 });
  await generate();
  await pay();
  await bank.delivery.deliverDue();
  expect(partner.notifications).toHaveLength(3);
  expect(new Set(partner.notifications.map(({ external_id }) => external_id)).size).toBe(3);
  expect(new Set(partner.notifications.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('late: the callback is held until the code has expired', async () => {
  const { bank, partner, generate, pay, clock } = await opened({ late: true });
  await generate();
  await pay();
  clock.advance(15 * 60);
  await bank.delivery.deliverDue();
  expect(partner.notifications).toHaveLength(0);
  clock.advance(1);
  await bank.delivery.deliverDue();
  expect(partner.notifications).toHaveLength(1);
});

test('lost: no callback is sent, and the status query reports paid', async () => {
  const { bank, partner, generate, pay, query, turn, clock } = await opened({ lost: true });
  await generate();
  await pay();
  await turn({ lost: false });
  clock.advance(24 * 3600);
  await bank.delivery.deliverDue();
  expect(partner.notifications).toHaveLength(0);
  expect((await query()).json()).toMatchObject({ latestTransactionStatus: '00' });
});

test('wrong_signature: the callback does not verify until the switch is off', async () => {
  const answer = { status: 401, body: { responseCode: '4015200', responseMessage: 'Unauthorized. Signature' } };
  const { bank, partner, generate, pay, turn, clock } = await startBank({ answers: [answer] });
  await turn({ wrong_signature: true });
  await generate();
  await pay();
  await bank.delivery.deliverDue();
  await turn({ wrong_signature: false });
  clock.advance(1);
  await bank.delivery.deliverDue();
  expect(partner.notifications.map(({ is_signed }) => is_signed)).toEqual([false, true]);
});

test.each([
  [undefined, '50001.00'],
  [40_000, '40000.00'],
])('wrong_amount: paid with %s, notified %s', async (amount, value) => {
  const { bank, partner, generate, pay } = await opened({ wrong_amount: true });
  await generate();
  expect((await pay({ partner_reference_no: 'txn_1', amount })).statusCode).toBe(200);
  await bank.delivery.deliverDue();
  expect(partner.notifications[0]?.body.amount).toEqual({ value, currency: 'IDR' });
});

test('pay_expired: an expired code can be paid, and its callback is late', async () => {
  const { bank, partner, generate, pay, clock } = await opened({ pay_expired: true });
  await generate();
  clock.advance(3600);
  expect((await pay()).statusCode).toBe(200);
  await bank.delivery.deliverDue();
  expect(partner.notifications[0]?.body).toMatchObject({ additionalInfo: { paidAt: '2026-11-21T11:00:00+07:00' } });
});

test('callback_before_answer: creation returns after the partner has accepted the callback', async () => {
  const { partner, bank, generate, pay, turn, clock } = await startBank({ answers: [SERVER_ERROR] });
  await turn({ callback_before_answer: true, generate_delay_ms: 60_000 });
  let is_answered = false;
  const creation = generate().then((response) => {
    is_answered = true;
    return response;
  });
  await expect.poll(async () => (await pay()).statusCode).toBe(200);
  await bank.delivery.deliverDue();
  expect([partner.notifications.length, is_answered]).toEqual([1, false]);
  clock.advance(1);
  await bank.delivery.deliverDue();
  const { qrContent } = (await creation).json<{ qrContent: string }>();
  expect(partner.notifications).toHaveLength(2);
  expect((await pay({ qr_content: qrContent })).statusCode).toBe(409);
});

test('callback_before_answer: without a payment, creation returns after generate_delay_ms', async () => {
  const { generate } = await opened({ callback_before_answer: true, generate_delay_ms: 20 });
  expect((await generate()).statusCode).toBe(200);
});

test('generate_delay_ms: the response is delayed', async () => {
  const { generate } = await opened({ generate_delay_ms: 50 });
  const started = performance.now();
  expect((await generate()).statusCode).toBe(200);
  expect(performance.now() - started).toBeGreaterThanOrEqual(49);
});

test('generate_refuse: creation is rejected and no code exists', async () => {
  const { generate, query } = await opened({ generate_refuse: true });
  const response = await generate();
  expect([response.statusCode, response.json<{ responseCode: string }>().responseCode]).toEqual([403, '4034705']);
  expect((await query()).statusCode).toBe(404);
});

test('offline: SNAP requests return 503, and the page still works', async () => {
  const { bank, token, turn } = await opened({ offline: true });
  const response = await token();
  expect([response.statusCode, response.json<{ responseCode: string }>().responseCode]).toEqual([503, '5037300']);
  expect((await bank.inject({ url: '/simulate/qris' })).statusCode).toBe(200);
  await turn({ offline: false });
  expect((await token()).statusCode).toBe(200);
});
