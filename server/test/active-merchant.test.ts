/** What a merchant that is not active cannot do, on every path on which money moves (domain 1.17 and 1.20). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import { setMerchantLimits } from '@dasbor/contract/merchant';
import { setMerchantChannels } from '@dasbor/contract/merchant-channels';
import type { MerchantActivity } from '@dasbor/contract/merchant-activity';
import { readPayLink, startPayAttempt } from '@dasbor/contract/pay';
import { createPaymentLink } from '@dasbor/contract/payment-link';
import { createBalanceTransfer } from '@dasbor/contract/payout-balance';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { createRefund } from '@dasbor/contract/refund';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { createQrisSticker } from '@dasbor/contract/sticker';
import { getTransaction } from '@dasbor/contract/transaction';
import { createVirtualAccount, getVirtualAccount } from '@dasbor/contract/virtual-account';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { buildApp } from '../src/app.ts';
import { asPlatform } from '../src/db/tx.ts';
import { verifyLedger } from '../src/ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { startAppWithBank } from './app-with-bank.ts';
import type { BankProcess } from './bank-process.ts';
import { insertPaidPayment } from './paid-payment.ts';
import type { TestApp, TestClient } from './test-app.ts';
import { buildVaFields, buildVaPayment, sendBankRequest } from './va-callbacks.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
/** Routes that take an Idempotency-Key and do not declare `requires_active`, with the reason. */
const UNGATED: Record<string, string> = {
  startPayAttempt: 'has no principal: checks the merchant of the link',
  createPaymentLink: 'drafts are allowed: checks links that start active',
  approveRequest: 'of several kinds: the feature of the subject checks',
  rejectRequest: 'releases money',
  rejectRefund: 'releases money',
  rejectBalanceTransfer: 'releases money',
  rejectDisbursement: 'releases money',
  cancelDisbursement: 'releases money',
  rejectDisbursementBatch: 'releases money',
  cancelDisbursementBatch: 'releases money',
  approveSettlement: 'money that was accepted while active',
  settleEarly: 'money that was accepted while active, by the provider',
  releaseSettlement: 'money that was accepted while active, by the provider',
  retrySettlement: 'money that was accepted while active, by the provider',
  resolveSettlementDispute: 'correction by the provider',
  confirmSettlementDispute: 'correction by the provider',
  createBalanceAdjustment: 'correction by the provider',
  requestTransferResolution: 'correction by the provider',
  createCreditNote: 'correction by the provider',
  createCommissionRule: 'a rule of the provider',
  submitCommissionStatement: 'commission that was earned, by the provider',
  retryCommissionPayout: 'commission that was earned, by the provider',
  retryMerchantDisbursement: 'checks in the transaction of the merchant, by the provider',
  refundMerchantTransaction: 'checks in the transaction of the merchant, by the provider',
  createReportRun: 'a report',
  resendReport: 'a report',
  regenerateReport: 'a report',
};

let t: TestApp;
let bank: BankProcess;
let kopi: TestClient;
let admin: TestClient;
let api: TestClient;
let count = 0;

beforeAll(async () => {
  ({ t, bank } = await startAppWithBank());
  kopi = await t.signIn('superadmin@kopi.example');
  admin = await t.signIn('platform_admin@dasbor.example');
  const access = [
    { group: 'QRIS' as const, access: 'manage' as const },
    { group: 'Virtual Accounts' as const, access: 'manage' as const },
  ];
  const key = await kopi.ok(createApiKey, { body: { name: 'Server', access } });
  api = t.client(`Bearer ${key.data.secret}`);
});
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});
afterEach(async () => {
  await setMerchant({ status: 'active', payments_enabled: true, payouts_enabled: true });
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});

/** Changes the merchant as another process does: this one keeps what it has cached. */
const setMerchant = (change: Partial<MerchantActivity>) =>
  asPlatform(t.deps.db, (tx) => tx.sql.updateTable('merchant').set(change).where('merchant_id', '=', KOPI).execute());
const newHeaders = () => ({ 'idempotency-key': `active-${++count}` });
const read = (answer: { statusCode: number; json: <T>() => T }) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
];
const REFUSED = [409, 'merchant_not_active'];

describe('the catalogue', () => {
  test('every route that takes an Idempotency-Key is gated or has a reviewed reason', () => {
    const open = ROUTES.filter(
      (route: Route) => route.idempotency_key === 'required' && route.requires_active === undefined,
    ).map(({ name }) => name);
    expect(open.filter((name) => !(name in UNGATED))).toEqual([]);
    const gated = ROUTES.filter((route: Route) => route.requires_active !== undefined).map(({ name }) => name);
    expect(gated.filter((name) => name in UNGATED)).toEqual([]);
  });

  test('gated routes belong to merchants, and the reference names the error', async () => {
    const gated = ROUTES.filter((route: Route) => route.requires_active !== undefined);
    expect(gated.length).toBeGreaterThan(8);
    expect(gated.filter(({ access }) => access === 'public')).toEqual([]);
    const document = (await t.app.inject({ url: `${API_BASE}/openapi.json` })).json<{
      paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
    }>();
    for (const { path, method } of gated) {
      const { responses } = document.paths[path]![method.toLowerCase()]!;
      expect(responses['409']!.description, path).toContain('merchant_not_active');
    }
  });
});

describe('new payments', () => {
  const attempts: [string, () => Promise<{ statusCode: number; json: <T>() => T }>][] = [
    ['QRIS payment', () => api.call(createQrisPayment, { body: { amount: 9_000 }, headers: newHeaders() })],
    [
      'virtual account',
      () =>
        api.call(createVirtualAccount, {
          body: { bank: 'BCA', holder_name: 'Kopi', amount_type: 'closed', expected_amount: 50_000 },
          headers: newHeaders(),
        }),
    ],
    ['sticker', () => kopi.call(createQrisSticker, { body: { name: 'Bar' }, headers: newHeaders() })],
    [
      'payment link',
      () =>
        kopi.call(createPaymentLink, {
          body: { title: 'Pesanan', type: 'single_use', amount: 50_000 },
          headers: newHeaders(),
        }),
    ],
  ];

  test.each(attempts)('%s: refused unless the merchant is active and payments are enabled', async (_name, attempt) => {
    for (const status of ['registered', 'onboarding', 'pending_review', 'suspended'] as const) {
      await setMerchant({ status });
      expect(read(await attempt()), status).toEqual(REFUSED);
    }
    await setMerchant({ status: 'active', payments_enabled: false });
    expect(read(await attempt())).toEqual(REFUSED);
    await setMerchant({ payments_enabled: true });
    expect((await attempt()).statusCode).toBe(201);
  });

  test('a refused request succeeds under the same key once the merchant is active; an accepted one is replayed', async () => {
    const input = { body: { amount: 9_000 }, headers: newHeaders() };
    await setMerchant({ status: 'suspended' });
    expect(read(await api.call(createQrisPayment, input))).toEqual(REFUSED);
    await setMerchant({ status: 'active' });
    const accepted = await api.call(createQrisPayment, input);
    expect(accepted.statusCode).toBe(201);
    await setMerchant({ status: 'suspended' });
    t.clock.advance(6_000);
    const replayed = await api.call(createQrisPayment, input);
    expect([replayed.statusCode, replayed.headers['idempotent-replayed'], replayed.body]).toEqual([
      201,
      'true',
      accepted.body,
    ]);
  });

  test('the pay page of a suspended merchant offers no payment, in the words for customers', async () => {
    const link = await kopi.ok(createPaymentLink, {
      body: { title: 'Pesanan', type: 'multi_use', amount: 50_000 },
      headers: newHeaders(),
    });
    const { slug } = link.data;
    const visitor = t.client();
    await setMerchant({ status: 'suspended' });
    const page = (await visitor.ok(readPayLink, { params: { slug }, query: {} })).data;
    expect(page).toMatchObject({ state: 'inactive', methods: [] });
    const body = { channel: 'QRIS' };
    const attempt = await visitor.call(startPayAttempt, { params: { slug }, body, headers: newHeaders() });
    expect(read(attempt)).toEqual([409, 'link_not_payable']);
  });

  test('suspension reaches another process, whose principals are cached, within five seconds', async () => {
    const other = await buildApp({ ...t.deps });
    await other.ready();
    const request = () =>
      other.inject({
        method: createQrisPayment.method,
        url: API_BASE + createQrisPayment.path,
        payload: { amount: 9_000 },
        headers: { ...newHeaders(), authorization: api.authorization! },
      });
    expect((await request()).statusCode).toBe(201);
    await setMerchant({ status: 'suspended' });
    t.clock.advance(5_000);
    expect(read(await request())).toEqual(REFUSED);
    // And back: a refusal reads the merchant again, so that activation counts at once.
    await setMerchant({ status: 'active' });
    expect((await request()).statusCode).toBe(201);
    await other.close();
  });
});

describe('money that arrives anyway', () => {
  async function createNumber(): Promise<VirtualAccount> {
    const input = { bank: 'BCA', holder_name: 'Kopi', amount_type: 'closed', expected_amount: 150_000 };
    const { data } = await kopi.ok(createVirtualAccount, { body: input, headers: newHeaders() });
    return data as VirtualAccount;
  }

  test('inquiries of banks are refused while suspended; a payment that arrives nevertheless is booked', async () => {
    const va = await createNumber();
    const inquiry = () =>
      sendBankRequest(t, 'va_inquiry', {
        ...buildVaFields(va.va_number),
        inquiryRequestId: `GATE${++count}`,
        channelCode: 'ATM',
      });
    expect((await inquiry()).body.responseCode).toBe('2002400');
    await setMerchant({ status: 'suspended' });
    t.clock.advance(1);
    expect((await inquiry()).body.responseCode).toBe('4042412');
    t.clock.advance(1);
    const paid = await sendBankRequest(t, 'va_payment', buildVaPayment(va.va_number, 150_000, t.clock.now()));
    expect(paid.body.responseCode).toBe('2002500');
    const { data } = await kopi.ok(getVirtualAccount, { params: { id: va.id } });
    expect(data.status).toBe('paid');
  });

  describe('open virtual accounts', () => {
    const ALL = { limit_per_payment: null, limit_per_day: null, limit_per_month: null, limit_per_payout: null };
    const createOpen = async (): Promise<VirtualAccount> => {
      const input = { bank: 'BRI', holder_name: 'Kopi', type: 'reusable', amount_type: 'open' };
      const { data } = await kopi.ok(createVirtualAccount, { body: input as never, headers: newHeaders() });
      return data as VirtualAccount;
    };
    const inquire = async ({ va_number }: VirtualAccount) => {
      t.clock.advance(1);
      const fields = { ...buildVaFields(va_number), inquiryRequestId: `GATE${++count}`, channelCode: 'ATM' };
      const { body } = await sendBankRequest(t, 'va_inquiry', fields);
      const { additionalInfo } = (body['virtualAccountData'] ?? {}) as { additionalInfo?: Record<string, unknown> };
      return [body.responseCode, additionalInfo?.['maxAmount']];
    };
    const limit = (limits: object) =>
      admin.ok(setMerchantLimits, { params: { merchant_id: KOPI }, body: { ...ALL, ...limits } });
    const setChannels = (disabled_channels: 'BRI'[]) =>
      admin.ok(setMerchantChannels, { params: { merchant_id: KOPI }, body: { disabled_channels } });
    const readAnswers = async ({ id }: VirtualAccount) =>
      (await kopi.ok(getVirtualAccount, { params: { id } })).data.inquiries.map(
        ({ response_description }) => response_description,
      );

    test('of a channel that is off answer inquiries with 4032401; closed ones stay payable', async () => {
      const open = await createOpen();
      const input = { bank: 'BRI', holder_name: 'Kopi', amount_type: 'closed', expected_amount: 20_000 };
      const closed = (await kopi.ok(createVirtualAccount, { body: input as never, headers: newHeaders() })).data;
      await setChannels(['BRI']);
      expect(await inquire(open)).toEqual(['4032401', undefined]);
      expect((await inquire(closed as VirtualAccount))[0]).toBe('2002400');
      await setChannels([]);
      expect((await inquire(open))[0]).toBe('2002400');
      expect(await readAnswers(open)).toContain('Virtual accounts of this bank are disabled for your business');
    });

    test('show the rest of the limits as their maximum, and answer 4032402 when none is left', async () => {
      const open = await createOpen();
      const { data } = await limit({ limit_per_payment: 250_000 });
      expect(await inquire(open)).toEqual(['2002400', { value: '250000.00', currency: 'IDR' }]);
      await limit({ limit_per_day: data.volume_today_amount + 60_000 });
      expect(await inquire(open)).toEqual(['2002400', { value: '60000.00', currency: 'IDR' }]);
      // A bank that skips the inquiry reports money that has moved.
      const paid = await sendBankRequest(t, 'va_payment', buildVaPayment(open.va_number, 60_000, t.clock.now()));
      expect(paid.body.responseCode).toBe('2002500');
      expect(await inquire(open)).toEqual(['4032402', undefined]);
      await limit({});
      expect(await inquire(open)).toEqual(['2002400', undefined]);
      expect(await readAnswers(open)).toContain('Above the limits of your business');
    });
  });

  test('suspended merchants refund their customers; closed ones do not', async () => {
    const refund = async (transaction_id: string) =>
      kopi.call(createRefund, {
        params: { id: transaction_id },
        body: { amount: 20_000, reason: 'customer_request', method: 'original' },
        headers: newHeaders(),
      });
    const [first, second] = [await payQris('1'), await payQris('2')];
    await setMerchant({ status: 'suspended' });
    t.clock.advance(5_000);
    expect((await refund(first)).statusCode).toBe(201);
    await setMerchant({ status: 'closed' });
    t.clock.advance(5_000);
    expect(read(await refund(second))).toEqual(REFUSED);
    expect((await kopi.ok(getTransaction, { params: { id: second } })).data.refunded_amount).toBe(0);
  });

  const payQris = (no: string) =>
    insertPaidPayment(t, KOPI, { amount: 100_000, method: 'qris', issuer: 'GoPay', provider_reference: `GATE-${no}` });
});

describe('payouts', () => {
  test('transfers to the payout balance need payouts to be enabled', async () => {
    const transfer = () => kopi.call(createBalanceTransfer, { body: { amount: 1 }, headers: newHeaders() });
    await setMerchant({ payouts_enabled: false });
    expect(read(await transfer())).toEqual(REFUSED);
    await setMerchant({ payouts_enabled: true, payments_enabled: false });
    expect(read(await transfer())).not.toEqual(REFUSED);
  });
});
