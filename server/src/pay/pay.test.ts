/** The pay page on the whole application: what a stranger sees of a link, and one real payment by each way. */
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type PayAttempt, checkPayAttempt, readPayAttempt, readPayLink, startPayAttempt } from '@dasbor/contract/pay';
import { type PaymentLink } from '@dasbor/contract/payment-link-terms';
import {
  createPaymentLink,
  deactivatePaymentLink,
  getPaymentLink,
  listLinkPayments,
  updatePaymentLink,
} from '@dasbor/contract/payment-link';
import { setMerchantLimits } from '@dasbor/contract/merchant';
import { setMerchantChannels } from '@dasbor/contract/merchant-channels';
import { parseQris } from '@dasbor/contract/qris';
import { validateQris } from '@dasbor/contract/qris-validation';
import { getTransaction } from '@dasbor/contract/transaction';
import { getErrorCode } from '../../test/answer.ts';
import { type BankProcess, startBank } from '../../test/bank-process.ts';
import { findFreePort } from '../../test/free-port.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { JOBS } from '../jobs/registry.ts';
import { paymentLinkJobs } from '../payment-link/jobs.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

let t: TestApp;
let bank: BankProcess;
let bank_url: string;
let kopi: TestClient;
let visitor: TestClient;
let count = 0;

beforeAll(async () => {
  const port = await findFreePort();
  bank_url = `http://127.0.0.1:${port}`;
  t = await startTestApp({ env: { BANK_URL: bank_url } });
  // The bank's clock is the real one.
  t.clock.set(new Date());
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const partner_url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  bank = await startBank({ port, data_dir: t.deps.env.DATA_DIR, partner_url });
  kopi = await t.signIn('superadmin@kopi.example');
  visitor = t.client();
});
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});
afterEach(async () => {
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});

async function create(body: object = {}): Promise<PaymentLink> {
  const headers = { 'idempotency-key': `link-${++count}` };
  const input = { title: 'Pesanan 17', type: 'single_use', amount: 150_000, ...body };
  const made = await kopi.call(createPaymentLink, { body: input, headers });
  if (made.statusCode !== 201) throw new Error(made.body);
  return made.json<{ data: PaymentLink }>().data;
}
const start = (link: PaymentLink, body: object, key = `key-${++count}`) =>
  t.app.inject({
    method: 'POST',
    url: `/api/v1/pay/${link.slug}/attempts`,
    payload: body,
    headers: { 'idempotency-key': key },
    // Each visitor from an address of their own: the limit per address has a test of its own.
    remoteAddress: `10.9.${count % 250}.${1 + Math.floor(count / 250)}`,
  });
async function begin(link: PaymentLink, body: object, key?: string): Promise<PayAttempt> {
  const answer = await start(link, body, key);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ data: PayAttempt }>().data;
}
const readLink = async (link: PaymentLink) => (await visitor.ok(readPayLink, { params: { slug: link.slug } })).data;
const readAttempt = async (link: PaymentLink, { token }: PayAttempt) =>
  (await visitor.ok(readPayAttempt, { params: { slug: link.slug, token } })).data;
const untilPaid = (link: PaymentLink, attempt: PayAttempt) =>
  vi.waitFor(async () => expect((await readAttempt(link, attempt)).status).toBe('paid'));
const payNumber = async (va_number: string, amount: number): Promise<number> => {
  const answer = await fetch(`${bank_url}/simulate/va/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ va_number, amount }),
  });
  return answer.status;
};
const refresh = async (link: PaymentLink): Promise<void> => {
  const job = paymentLinkJobs.find(({ name }) => name === 'refresh_payment_link');
  await job?.run(t.deps, { merchant_id: KOPI_NUSANTARA.merchant_id, id: link.id });
};
const cancelAttempts = async (link: PaymentLink, more: object = {}): Promise<void> => {
  const job = JOBS.find(({ name }) => name === 'cancel_payment_link_attempts');
  await job?.run(t.deps, { merchant_id: KOPI_NUSANTARA.merchant_id, id: link.id, ...more });
};
const listPayments = async (link: PaymentLink) =>
  (await kopi.ok(listLinkPayments, { params: { id: link.id }, query: { limit: 50 } })).data;

describe('what a visitor sees of a link', () => {
  test('domain 1.8: name, title, amount, items and payment methods, and no other data of the merchant', async () => {
    const link = await create({
      items: [
        { name: 'Kopi susu', qty: 2, price: 50_000 },
        { name: 'Roti', qty: 1, price: 50_000 },
      ],
      description: 'Diantar pukul 10',
      merchant_reference: `ORDER-${Date.now()}`,
      metadata: { secret: 'internal' },
      customer: { name: 'Rina', email: 'rina@mail.example', phone: '081234567890' },
    });
    const answer = await visitor.call(readPayLink, { params: { slug: link.slug } });
    expect(answer.headers['x-robots-tag']).toContain('noindex');
    expect(answer.json<{ data: object }>().data).toMatchObject({
      state: 'payable',
      merchant_name: 'Kopi Nusantara',
      amount: 150_000,
      items: [{ name: 'Kopi susu', qty: 2, price: 50_000 }, { name: 'Roti' }],
      methods: [{ channel: 'QRIS' }, { channel: 'BCA' }, { channel: 'MANDIRI' }, {}, {}, {}, {}],
      language: 'id',
    });
    for (const inner of ['mer_', 'pl_', 'usr_', 'fee', 'count', 'internal', 'rina@', 'ORDER-', 'webhook']) {
      expect(answer.body, inner).not.toContain(inner);
    }
  });

  test('every call returns the same 404 for an unknown slug, a malformed slug and a draft', async () => {
    const draft = await create({ status: 'draft' });
    const slugs = [draft.slug, 'AAAAAAAAAAAA', 'kopi-AAAAAAAAAAAA'];
    const bodies = new Set<string>();
    for (const slug of slugs) {
      for (const answer of [
        await visitor.call(readPayLink, { params: { slug } }),
        await visitor.call(startPayAttempt, { params: { slug }, body: {}, headers: { 'idempotency-key': 'x' } }),
        await visitor.call(readPayAttempt, { params: { slug, token: 'A'.repeat(56) } }),
        await visitor.call(checkPayAttempt, { params: { slug, token: 'A'.repeat(56) } }),
      ]) {
        expect(answer.statusCode).toBe(404);
        bodies.add(answer.body.replaceAll(/req_[0-9a-z]{26}/g, 'req'));
      }
    }
    expect(bodies.size).toBe(1);
  });

  test('a token is valid for its own attempt only', async () => {
    const [one, other] = [await create(), await create()];
    const attempt = await begin(one, { channel: 'QRIS' });
    const params = { slug: other.slug, token: attempt.token };
    expect((await visitor.call(readPayAttempt, { params })).statusCode).toBe(404);
    expect((await visitor.call(checkPayAttempt, { params })).statusCode).toBe(404);
    expect((await visitor.call(readPayAttempt, { params: { slug: one.slug, token: 'A'.repeat(56) } })).statusCode).toBe(
      404,
    );
  });
});

describe('paying', () => {
  test('domain 1.8: by QRIS: a code of the exact amount, the payment and a receipt', async () => {
    const merchant_reference = `INV-${Date.now()}`;
    const link = await create({ merchant_reference, success_redirect_url: 'https://shop.example/thanks' });
    const attempt = await begin(link, { channel: 'QRIS' });
    expect(attempt).toMatchObject({ status: 'waiting', amount: 150_000, virtual_account: null, redirect_url: null });
    expect(validateQris(attempt.qris?.content ?? '')).toEqual([]);
    expect(parseQris(attempt.qris?.content ?? '')).toMatchObject({ is_dynamic: true, amount: 150_000 });
    expect((await bank.pay({ qr_content: attempt.qris?.content })).status).toBe(200);
    await untilPaid(link, attempt);
    const paid = await readAttempt(link, attempt);
    expect(paid).toMatchObject({ merchant_reference, redirect_url: 'https://shop.example/thanks' });
    expect(paid.reference).toMatch(/^\d{12}$/);
    expect(paid.paid_at).not.toBeNull();
    await refresh(link);
    expect(await readLink(link)).toMatchObject({ state: 'paid', methods: [] });
    const [payment] = await listPayments(link);
    expect(payment).toMatchObject({ status: 'success', method: 'qris', amount: 150_000 });
  });

  test('a paid single-use link cancels its other attempts at the bank', async () => {
    const link = await create();
    const [code, bca, bni] = [
      await begin(link, { channel: 'QRIS' }),
      await begin(link, { channel: 'BCA' }),
      await begin(link, { channel: 'BNI' }),
    ];
    expect(await payNumber(bni.virtual_account?.number ?? '', 150_000)).toBe(200);
    await untilPaid(link, bni);
    await refresh(link);
    await bank.setSwitches({ offline: true });
    await expect(cancelAttempts(link)).rejects.toThrow('still payable');
    await bank.setSwitches({ offline: false });
    await cancelAttempts(link);
    expect((await bank.pay({ qr_content: code.qris?.content })).status).not.toBe(200);
    expect(await payNumber(bca.virtual_account?.number ?? '', 150_000)).not.toBe(200);
    const statuses = (await listPayments(link)).map(({ method, channel_code, status }) => [
      channel_code ?? method,
      status,
    ]);
    expect(Object.fromEntries(statuses)).toEqual({ qris: 'cancelled', BCA: 'cancelled', BNI: 'success' });
    // Idempotent.
    await cancelAttempts(link);
  });

  test('a changed amount cancels the attempts of the former one at the bank, and no later ones', async () => {
    const link = await create();
    const former = [await begin(link, { channel: 'QRIS' }), await begin(link, { channel: 'BNI' })];
    const started_by = t.clock.now().toISOString();
    t.clock.advance(1_000);
    await kopi.ok(updatePaymentLink, { params: { id: link.id }, body: { amount: 250_000 } });
    const current = await begin(link, { channel: 'BNI' });
    expect(current.amount).toBe(250_000);
    await cancelAttempts(link, { started_by });
    expect((await bank.pay({ qr_content: former[0]?.qris?.content })).status).not.toBe(200);
    expect(await payNumber(former[1]?.virtual_account?.number ?? '', 150_000)).not.toBe(200);
    expect(await payNumber(current.virtual_account?.number ?? '', 250_000)).toBe(200);
    await untilPaid(link, current);
    t.clock.set(new Date());
  });

  test('domain 1.8: by virtual account: number, account name and exact amount of the chosen bank', async () => {
    const link = await create({ type: 'multi_use' });
    const attempt = await begin(link, { channel: 'BNI' });
    expect(attempt).toMatchObject({
      status: 'waiting',
      channel: 'BNI',
      amount: 150_000,
      qris: null,
      virtual_account: { bank_name: 'BNI', holder_name: 'KOPI NUSANTARA', company_code: '988', from_any_bank: true },
    });
    expect(attempt.virtual_account?.number).toMatch(/^988\d{13}$/);
    expect(await payNumber(attempt.virtual_account?.number ?? '', 150_000)).toBe(200);
    await untilPaid(link, attempt);
    expect((await readAttempt(link, attempt)).reference).toMatch(/^\d{12}$/);
  });

  test('a double tap creates one number: the same key returns the same attempt, under concurrency too', async () => {
    const link = await create({ type: 'multi_use' });
    const key = `tap-${++count}`;
    const [first, second] = await Promise.all([
      start(link, { channel: 'BRI' }, key),
      start(link, { channel: 'BRI' }, key),
    ]);
    const made = [first, second].filter(({ statusCode }) => statusCode === 201);
    // The slower request returns the same attempt or is asked to retry.
    expect([first, second].every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true);
    const again = await begin(link, { channel: 'BRI' }, key);
    for (const answer of made) expect(answer.json<{ data: PayAttempt }>().data.token).toBe(again.token);
    expect(await listPayments(link)).toHaveLength(1);
  });

  test('a single-use link has one number per bank for all visitors', async () => {
    const link = await create();
    const [first, second] = [await begin(link, { channel: 'BRI' }), await begin(link, { channel: 'BRI' })];
    expect(second.virtual_account).toEqual(first.virtual_account);
    await begin(link, { channel: 'QRIS' });
    expect(await listPayments(link)).toHaveLength(2);
  });

  test('idempotency keys are scoped to their link', async () => {
    const [one, other] = [await create(), await create()];
    const key = `shared-${++count}`;
    const [first, second] = [await begin(one, { channel: 'QRIS' }, key), await begin(other, { channel: 'QRIS' }, key)];
    expect(second.token).not.toBe(first.token);
  });

  test('domain 1.8: a fee paid by the customer is added, and the merchant nets the full amount', async () => {
    const link = await create({ type: 'multi_use', fee_bearer: 'customer', channels: ['BCA', 'BRI'] });
    expect((await readLink(link)).methods).toMatchObject([
      { channel: 'BCA', amount: 154_995, surcharge: 4_995 },
      { channel: 'BRI', amount: 154_440, surcharge: 4_440 },
    ]);
    const attempt = await begin(link, { channel: 'BRI' });
    expect(attempt.amount).toBe(154_440);
    expect(await payNumber(attempt.virtual_account?.number ?? '', 154_440)).toBe(200);
    await untilPaid(link, attempt);
    expect((await listPayments(link))[0]).toMatchObject({ amount: 154_440, net_amount: 150_000 });
  });

  test.each(['QRIS', 'BNI'])(
    'domain 1.6: the payment shows the address and browser of its payer: %s',
    async (channel) => {
      const link = await create({ type: 'multi_use' });
      const user_agent = `Mozilla/5.0 (${'x'.repeat(400)})`;
      const started = await t.app.inject({
        method: 'POST',
        url: `/api/v1/pay/${link.slug}/attempts`,
        payload: { channel },
        headers: { 'idempotency-key': `origin-${channel}`, 'user-agent': user_agent },
        remoteAddress: '198.51.100.7',
      });
      expect(started.statusCode).toBe(201);
      const [payment] = await listPayments(link);
      const detail = (await kopi.ok(getTransaction, { params: { id: payment?.id ?? '' } })).data;
      expect(detail).toMatchObject({ ip: '198.51.100.7', user_agent: user_agent.slice(0, 300) });
    },
  );

  test('answers are stored with the payment', async () => {
    const link = await create({
      collect_fields: [{ kind: 'name' }, { kind: 'phone' }, { kind: 'custom', label: 'Nomor meja' }],
      metadata: { outlet: 'Bandung' },
    });
    const answers = [
      { key: 'name', value: 'Sari' },
      { key: 'phone', value: '0812 3456 7890' },
      { key: 'custom_1', value: '12' },
    ];
    await begin(link, { channel: 'QRIS', answers });
    const [payment] = await listPayments(link);
    const detail = (await kopi.ok(getTransaction, { params: { id: payment?.id ?? '' } })).data;
    expect(detail).toMatchObject({
      source: 'payment_link',
      customer_name: 'Sari',
      customer_phone: '081234567890',
      metadata: { outlet: 'Bandung', custom_1: 'Nomor meja: 12' },
    });
    const { data } = await kopi.ok(getPaymentLink, { params: { id: link.id } });
    expect(data.attempts).toBe(1);
  });
});

describe('errors', () => {
  test('amount_invalid: an open amount outside the limits, or none', async () => {
    const link = await create({ type: 'open_amount', amount: null, min_amount: 20_000, max_amount: 100_000 });
    for (const amount of [undefined, 19_999, 100_001]) {
      const answer = await start(link, { channel: 'QRIS', amount });
      expect([answer.statusCode, getErrorCode(answer)]).toEqual([422, 'amount_invalid']);
    }
    expect((await begin(link, { channel: 'QRIS', amount: 20_000 })).amount).toBe(20_000);
    expect((await begin(link, { channel: 'BRI', amount: 100_000 })).amount).toBe(100_000);
    const priced = await visitor.ok(readPayLink, { params: { slug: link.slug }, query: { amount: 50_000 } });
    expect(priced.data.methods[0]?.amount).toBe(50_000);
  });

  test('answer_invalid names the fields; channel_not_offered', async () => {
    const link = await create({ collect_fields: [{ kind: 'email' }], channels: ['QRIS'] });
    const answer = await start(link, { channel: 'QRIS', answers: [{ key: 'email', value: 'sari' }] });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'answer_invalid', errors: [{ field: 'email' }] });
    const other = await start(link, { channel: 'BCA', answers: [{ key: 'email', value: 'sari@mail.example' }] });
    expect([other.statusCode, getErrorCode(other)]).toEqual([422, 'channel_not_offered']);
    expect(await listPayments(link)).toEqual([]);
  });

  test.each(['a\u0000b', 'a\ud800b', '\udc00'])(
    'a text with %j that cannot be stored starts no attempt',
    async (text) => {
      const link = await create({ type: 'multi_use' });
      const answer = { key: 'email', value: 'rina@mail.example' };
      for (const [field, body] of [
        ['channel', { channel: text }],
        ['amount', { channel: 'QRIS', amount: text }],
        ['answers', { channel: 'QRIS', answers: text }],
        ['answers.0.key', { channel: 'QRIS', answers: [{ ...answer, key: text }] }],
        ['answers.0.value', { channel: 'QRIS', answers: [{ ...answer, value: text }] }],
        ['answers.0', { channel: 'QRIS', answers: [{ ...answer, [text]: 'x' }] }],
        ['', { channel: 'QRIS', [text]: 'x' }],
      ] as const) {
        const refused = await start(link, body);
        expect(refused.json(), field).toMatchObject({ status_code: 400, code: 'invalid_request', errors: [{ field }] });
      }
      expect(await listPayments(link)).toEqual([]);
    },
  );

  test('link_not_payable: inactive, not started, expired, paid', async () => {
    const refused = async (link: PaymentLink, state: string) => {
      expect(await readLink(link)).toMatchObject({ state, methods: [] });
      const answer = await start(link, { channel: 'QRIS' });
      expect([answer.statusCode, getErrorCode(answer)], state).toEqual([409, 'link_not_payable']);
    };
    const off = await create();
    await kopi.ok(deactivatePaymentLink, { params: { id: off.id } });
    await refused(off, 'inactive');
    const now_ms = t.clock.now().getTime();
    await refused(await create({ starts_at: new Date(now_ms + 3_600_000).toISOString() }), 'not_started');
    const brief = await create({ expires_at: new Date(now_ms + 61_000).toISOString() });
    t.clock.set(new Date(now_ms + 61_000));
    await refused(brief, 'expired');
    t.clock.set(new Date());
  });

  test('a usage limit counts payments: attempts block nobody, and end when the link is completed', async () => {
    const link = await create({ type: 'multi_use', usage_limit: 1 });
    const attempt = await begin(link, { channel: 'QRIS' });
    const other = await begin(link, { channel: 'BNI' });
    await bank.pay({ qr_content: attempt.qris?.content });
    await untilPaid(link, attempt);
    await refresh(link);
    expect((await readLink(link)).state).toBe('completed');
    await cancelAttempts(link);
    expect(await payNumber(other.virtual_account?.number ?? '', 150_000)).not.toBe(200);
    expect((await listPayments(link)).map(({ status }) => status).toSorted()).toEqual(['cancelled', 'success']);
  });

  test('unpaid attempts leave the limits of the merchant as they are, and its limits are not disclosed', async () => {
    const admin = await t.signIn('platform_admin@dasbor.example');
    const params = { merchant_id: KOPI_NUSANTARA.merchant_id };
    const none = { limit_per_payment: null, limit_per_day: null, limit_per_month: null, limit_per_payout: null };
    const { volume_today_amount } = (await admin.ok(setMerchantLimits, { params, body: none })).data;
    const limit_per_day = volume_today_amount + 1_000_000;
    await admin.ok(setMerchantLimits, { params, body: { ...none, limit_per_day } });
    const link = await create({ type: 'open_amount', amount: null, min_amount: 10_000, max_amount: 5_000_000 });
    const first = await begin(link, { channel: 'BNI', amount: 900_000 });
    const second = await begin(link, { channel: 'BNI', amount: 800_000 });
    const refused = await start(link, { channel: 'BNI', amount: 1_000_001 });
    expect([refused.statusCode, getErrorCode(refused)]).toEqual([422, 'channel_refused']);
    expect(refused.body).not.toMatch(/Rp|limit|batas/);
    expect(await payNumber(first.virtual_account?.number ?? '', 900_000)).toBe(200);
    await untilPaid(link, first);
    // The inquiry of the bank applies what the limit leaves now.
    expect(await payNumber(second.virtual_account?.number ?? '', 800_000)).not.toBe(200);
    await admin.ok(setMerchantLimits, { params, body: none });
    await admin.ok(setMerchantChannels, { params, body: { disabled_channels: ['BNI'] } });
    const disabled = await start(link, { channel: 'BNI', amount: 10_000 });
    expect([disabled.statusCode, getErrorCode(disabled)]).toEqual([422, 'channel_refused']);
    await admin.ok(setMerchantChannels, { params, body: { disabled_channels: [] } });
  });

  test('channel_down: the bank does not respond; a retry with the same key creates no second number', async () => {
    const link = await create({ type: 'multi_use' });
    const key = `down-${++count}`;
    await bank.setSwitches({ offline: true });
    const answer = await start(link, { channel: 'BRI' }, key);
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([503, 'channel_down']);
    await bank.setSwitches({ offline: false });
    t.clock.advance(31_000);
    expect((await begin(link, { channel: 'BRI' }, key)).virtual_account).not.toBeNull();
    t.clock.set(new Date());
    expect(await listPayments(link)).toHaveLength(1);
  });

  test('channel_refused: the bank rejects the payment, on every retry', async () => {
    const link = await create();
    const key = `refused-${++count}`;
    await bank.setSwitches({ generate_refuse: true });
    for (const _time of [1, 2]) {
      const answer = await start(link, { channel: 'QRIS' }, key);
      expect([answer.statusCode, getErrorCode(answer)]).toEqual([422, 'channel_refused']);
    }
    await bank.setSwitches({ generate_refuse: false });
  });

  test('"I have paid" finds a payment whose notification was lost', async () => {
    const link = await create({ type: 'multi_use' });
    const attempt = await begin(link, { channel: 'QRIS' });
    await bank.setSwitches({ lost: true });
    await bank.pay({ qr_content: attempt.qris?.content });
    expect((await readAttempt(link, attempt)).status).toBe('waiting');
    const params = { slug: link.slug, token: attempt.token };
    expect((await visitor.ok(checkPayAttempt, { params })).data.status).toBe('paid');
    await bank.setSwitches({ lost: false });
  });

  test('an attempt past its expiry is reported as expired', async () => {
    const link = await create({ type: 'multi_use' });
    const attempt = await begin(link, { channel: 'QRIS' });
    t.clock.advance(15 * 60_000);
    expect((await readAttempt(link, attempt)).status).toBe('expired');
    t.clock.set(new Date());
  });

  test('domain 1.8: at most thirty writes per minute from one IP address', async () => {
    const call = () =>
      t.app.inject({
        method: 'POST',
        url: '/api/v1/pay/AAAAAAAAAAAA/attempts',
        payload: {},
        headers: { 'idempotency-key': 'x' },
        remoteAddress: '10.200.0.1',
      });
    const statuses: number[] = [];
    for (let time = 0; time < 31; time += 1) statuses.push((await call()).statusCode);
    expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true);
    expect(statuses[30]).toBe(429);
    const check = await t.app.inject({
      method: 'POST',
      url: `/api/v1/pay/AAAAAAAAAAAA/attempts/${'A'.repeat(56)}/check`,
      remoteAddress: '10.200.0.1',
    });
    expect(check.statusCode).toBe(429);
  });
});
