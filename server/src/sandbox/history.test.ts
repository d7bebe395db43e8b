/** The generated history of the sandbox: complete, idempotent, consistent with the ledger, and known to the sandbox bank. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as duration from '@dasbor/contract/duration';
import { listInvoices } from '@dasbor/contract/invoice';
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { listBeneficiaries } from '@dasbor/contract/beneficiary';
import { listDeposits } from '@dasbor/contract/deposit-va';
import { approveDisbursement, getDisbursement, listDisbursements } from '@dasbor/contract/disbursement';
import { listDisbursementBatches } from '@dasbor/contract/disbursement-batch';
import { getPaymentLink, listPaymentLinks } from '@dasbor/contract/payment-link';
import { listBalanceTransfers } from '@dasbor/contract/payout-balance';
import { listReportRuns } from '@dasbor/contract/report';
import { checkAccount } from '@dasbor/contract/account-check';
import { approveRefund, createRefund, getRefund, listRefunds } from '@dasbor/contract/refund';
import { listSettlements } from '@dasbor/contract/settlement';
import { listExceptions } from '@dasbor/contract/operations';
import { listSettlementDisputes } from '@dasbor/contract/settlement-dispute';
import { listQrisStickers } from '@dasbor/contract/sticker';
import { listVirtualAccounts } from '@dasbor/contract/virtual-account';
import { validateQris } from '@dasbor/contract/qris-validation';
import { getQrisPayment, listQrisPayments } from '@dasbor/contract/qris-payment';
import { listTransactions, summariseTransactions } from '@dasbor/contract/transaction';
import { type BankProcess, startBank } from '../../test/bank-process.ts';
import { findFreePort } from '../../test/free-port.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { sendDisbursement } from '../disbursement/send.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { sendRefund } from '../refund/send.ts';
import { findNextBusinessDay } from '../settlement/calendar.ts';
import { listHolidays } from '../settlement/terms-queries.ts';
import { buildBankHistory, importIntoBank } from './bank-import.ts';
import { BATIK_PATTERN, KOPI_PATTERN, planHistory } from './history-plan.ts';
import { SANDBOX_API_KEY } from './credentials.ts';
import { findPaidPayment } from './history-queries.ts';
import { seedSandbox } from './history.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from './people.ts';

/** On a busy machine; 20 s on a quiet one. */
const SEED_TIMEOUT_MS = 300_000;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ env: { BANK_URL: `http://127.0.0.1:${await findFreePort()}` } });
  // The template created the merchants by its own clock.
  const owner = new pg.Client(t.database.owner_url);
  await owner.connect();
  await owner.query(`alter table app.merchant no force row level security;
    update app.merchant set created_at = now() - interval '61 days';
    alter table app.merchant force row level security`);
  await owner.end();
  // The sandbox bank runs on the system clock; the history ends 61 days after the merchant was created, which must not be in the clock's future.
  t.clock.set(new Date());
});
afterAll(() => t?.close());

/** The clock of the test, which moves as a real one does. */
const ticking = {
  now: () => {
    t.clock.advance(1);
    return t.clock.now();
  },
};
const count = (merchant_id: string, table: 'transaction' | 'transfer' | 'rail_log') =>
  asMerchant(t.deps.db, merchant_id, async (tx) => {
    const { rows } = await tx.sql
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('merchant_id', '=', merchant_id)
      .executeTakeFirstOrThrow()
      .then((row) => ({ rows: row.count }));
    return rows;
  });

test('the plan is the same whenever it is made, and its references are unique', () => {
  const end = new Date('2026-11-21T03:00:00Z');
  expect(planHistory(KOPI_PATTERN, end)).toEqual(planHistory(KOPI_PATTERN, end));
  for (const shop of [KOPI_PATTERN, BATIK_PATTERN]) {
    const plan = planHistory(shop, end);
    expect(new Set(plan.map(({ merchant_reference }) => merchant_reference)).size).toBe(plan.length);
    expect(new Set(plan.map(({ rrn }) => rrn)).size).toBe(plan.length);
  }
});

test(
  'an interrupted run is completed by the next one without duplicates',
  async () => {
    let made = 0;
    const dying = {
      ...t.deps,
      db: {
        ...t.deps.db,
        get kysely() {
          if (++made > 300) throw new Error('killed');
          return t.deps.db.kysely;
        },
      },
    };
    await expect(seedSandbox(dying)).rejects.toThrow('killed');
    const half = await count(KOPI_NUSANTARA.merchant_id, 'transaction');
    expect(half).toBeGreaterThan(10);

    await seedSandbox({ ...t.deps, clock: ticking });
    const first = {
      kopi: await count(KOPI_NUSANTARA.merchant_id, 'transaction'),
      batik: await count(BATIK_LESTARI.merchant_id, 'transaction'),
      transfers: await count(KOPI_NUSANTARA.merchant_id, 'transfer'),
      messages: await count(KOPI_NUSANTARA.merchant_id, 'rail_log'),
    };
    expect(first.kopi).toBeGreaterThan(200);
    expect(first.batik).toBeLessThan(10);
    await seedSandbox(t.deps);
    expect(await count(KOPI_NUSANTARA.merchant_id, 'transaction')).toBe(first.kopi);
    expect(await count(KOPI_NUSANTARA.merchant_id, 'transfer')).toBe(first.transfers);
    expect(await count(KOPI_NUSANTARA.merchant_id, 'rail_log')).toBe(first.messages);
  },
  SEED_TIMEOUT_MS,
);

test('the ledger verifier finds no discrepancies', async () => {
  const { discrepancies, transfers } = await verifyLedger(t.deps.db);
  expect(discrepancies).toEqual([]);
  expect(transfers).toBeGreaterThan(600);
});

test('every month of the history whose invoice was due has it', async () => {
  const kopi = await t.signIn('superadmin@kopi.example');
  const { data } = await kopi.ok(listInvoices);
  const months = new Set(data.map(({ period_from }) => period_from.slice(0, 7)));
  // The invoice of a month is issued at 07:15 WIB on the next first business day.
  const holidays = await asPlatform(t.deps.db, listHolidays);
  const isDue = (month_start: string) => {
    const day = startOfBusinessDay(findNextBusinessDay(month_start, holidays));
    return day.getTime() + duration.minutes(435) <= t.clock.now().getTime();
  };
  const this_month = `${toBusinessDay(t.clock.now()).slice(0, 7)}-01`;
  const last_month = `${addDays(this_month, -1).slice(0, 7)}-01`;
  const invoiced = addDays(isDue(this_month) ? this_month : last_month, -1).slice(0, 7);
  expect(months).toContain(invoiced);
});

test('domain 1.22: paid settlements of the last week have their reports before anybody can configure a delivery', async () => {
  const kopi = await t.signIn('superadmin@kopi.example');
  const since = new Date(t.clock.now().getTime() - duration.days(7)).toISOString();
  const { data: paid } = await kopi.ok(listSettlements, { query: { status: 'paid' } as never });
  const batches = paid.filter(({ paid_at }) => paid_at !== null && paid_at >= since);
  const { data: runs } = await kopi.ok(listReportRuns);
  expect(batches.length).toBeGreaterThan(0);
  expect(runs).toHaveLength(batches.length);
  // As the settlements were paid, the newest first.
  const newest_first = batches.toSorted((a, b) => (b.paid_at ?? '').localeCompare(a.paid_at ?? ''));
  expect(runs.map((run) => run.settlement_batch_id)).toEqual(newest_first.map(({ id }) => id));
  expect(new Set(runs.map((run) => `${run.email_status} ${run.sftp_status}`))).toEqual(new Set(['off off']));
});

test('payments of every status exist, late ones too', async () => {
  const kopi = await t.signIn('superadmin@kopi.example');
  const { data } = await kopi.ok(summariseTransactions);
  // The jobs request the codes of `created` payments from the running bank.
  expect(data.map(({ status }) => status).toSorted()).toEqual([
    'cancelled',
    'created',
    'expired',
    'failed',
    'partially_refunded',
    'pending',
    'refunded',
    'success',
  ]);
  const paid = await kopi.ok(listTransactions, { query: { status: 'success', limit: 100 } });
  expect(paid.data.some(({ late_payment }) => late_payment)).toBe(true);
  const { data: payments } = await kopi.ok(listQrisPayments, { query: { limit: 20 } });
  const codes = payments.map(({ qris_payment_id: id }) => kopi.ok(getQrisPayment, { params: { id } }));
  const contents = (await Promise.all(codes)).flatMap(({ data: { qr_content } }) => qr_content ?? []);
  expect(contents).not.toEqual([]);
  expect(contents.flatMap(validateQris)).toEqual([]);
});

test("the merchant's own server can call with the sandbox key", async () => {
  const shop = t.client(`Bearer ${SANDBOX_API_KEY}`);
  expect((await shop.ok(listTransactions, { query: { limit: 1 } })).data).toHaveLength(1);
});

const getStatuses = (rows: { status: string }[]): string[] => [...new Set(rows.map(({ status }) => status))].toSorted();

test('every method and feature has examples in every state', async () => {
  const kopi = await t.signIn('superadmin@kopi.example');
  const query = { limit: 100 };
  const { data: refunds } = await kopi.ok(listRefunds, { query });
  expect(getStatuses(refunds)).toEqual(['failed', 'pending', 'processing', 'rejected', 'succeeded']);
  expect(refunds.some(({ error_code }) => error_code === 'transfer_returned')).toBe(true);
  const { data: vas } = await kopi.ok(listVirtualAccounts, { query });
  expect(getStatuses(vas)).toEqual(['active', 'expired', 'inactive', 'paid']);
  const { data: links } = await kopi.ok(listPaymentLinks, { query });
  expect(getStatuses(links)).toEqual(['active', 'draft', 'expired', 'inactive', 'paid']);
  const busiest = links.toSorted((a, b) => b.paid_count - a.paid_count)[0];
  const { data: link } = await kopi.ok(getPaymentLink, { params: { id: busiest?.id ?? '' } });
  expect(link).toMatchObject({ views: 46, attempts: 14 });
  expect(getStatuses((await kopi.ok(listDeposits, { query })).data)).toEqual(['credited', 'returned', 'under_review']);
  const { data: transfers } = await kopi.ok(listBalanceTransfers, { query });
  expect(getStatuses(transfers)).toEqual(['pending', 'posted', 'rejected']);
  const { data: settlements } = await kopi.ok(listSettlements, { query });
  expect(getStatuses(settlements)).toEqual(expect.arrayContaining(['failed', 'paid', 'returned']));
  const { data: disputes } = await kopi.ok(listSettlementDisputes, { query });
  expect(getStatuses(disputes)).toEqual(['accepted', 'open']);
  const { data: disbursements } = await kopi.ok(listDisbursements, { query });
  expect(getStatuses(disbursements)).toEqual([
    'approved',
    'cancelled',
    'failed',
    'pending_approval',
    'rejected',
    'reversed',
    'success',
  ]);
  const { data: batches } = await kopi.ok(listDisbursementBatches, { query });
  expect(batches).toMatchObject([{ status: 'partially_completed', paid_rows: 5, failed_rows: 1 }]);
  const { data: beneficiaries } = await kopi.ok(listBeneficiaries, { query });
  expect(getStatuses(beneficiaries)).toEqual(['active']);
  const { data: stickers } = await kopi.ok(listQrisStickers, { query });
  expect(getStatuses(stickers)).toEqual(['active']);
});

test('what failed in it waits for a staff member of the provider, with its merchant', async () => {
  const provider = await t.signIn('platform_admin@dasbor.example');
  const { data, counts } = await provider.ok(listExceptions);
  const kinds = ['deposit_review', 'refund_failed', 'settlement_dispute', 'settlement_failed'] as const;
  for (const kind of kinds) {
    const rows = data.filter((row) => row.kind === kind);
    expect(rows.length, kind).toBeGreaterThan(0);
    expect(counts.find((row) => row.kind === kind)?.count, kind).toBe(rows.length);
    for (const { merchant_name, since, amount } of rows) {
      expect([KOPI_NUSANTARA, BATIK_LESTARI].map(({ brand_name }) => brand_name)).toContain(merchant_name);
      expect(Date.parse(since), kind).toBeLessThanOrEqual(t.clock.now().getTime());
      expect(amount, kind).toBeGreaterThan(0);
    }
  }
  const states = data.filter(({ kind }) => kind === 'settlement_failed').map(({ state }) => state);
  expect(states.toSorted()).toEqual(['failed', 'returned']);
});

test('nothing in the history lies in the future', async () => {
  const kopi = await t.signIn('superadmin@kopi.example');
  const { data } = await kopi.ok(listTransactions, { query: { limit: 100 } });
  expect(data.filter(({ created_at }) => Date.parse(created_at) > t.clock.now().getTime())).toEqual([]);
});

describe('with the sandbox bank', () => {
  let bank: BankProcess;
  beforeAll(async () => {
    bank = await startBank({
      port: Number(new URL(t.deps.env.BANK_URL).port),
      data_dir: t.deps.env.DATA_DIR,
      partner_url: 'http://127.0.0.1:9',
    });
    expect(await importIntoBank(t.deps, KOPI_NUSANTARA.merchant_id, 0)).toBe(true);
    t.clock.set(new Date());
  });
  afterAll(() => bank?.stop());

  test.each([
    ['qris', 'original'],
    ['sticker', 'original'],
    ['payment_link', 'original'],
    ['virtual_account', 'transfer'],
  ] as const)('a %s payment of the history is refunded at the first attempt by %s', async (kind, method) => {
    const [finance, approver] = [await t.signIn('finance@kopi.example'), await t.signIn('approver@kopi.example')];
    const paid = await asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, (tx) =>
      findPaidPayment(tx, kind, t.clock.now()),
    );
    const account = { bank_code: '014', account_no: '8010000001' };
    const headers = () => ({ 'idempotency-key': crypto.randomUUID() });
    const check = method === 'transfer' ? (await finance.ok(checkAccount, { body: account })).data : undefined;
    const body = { amount: 10_000, reason: 'customer_request', method, account_check_id: check?.id };
    const params = { id: paid?.transaction_id ?? '' };
    const { data: refund } = await finance.ok(createRefund, { params, body, headers: headers() });
    await approver.ok(approveRefund, { params: { id: refund.id }, body: {}, headers: headers() });
    await sendRefund(t.deps, KOPI_NUSANTARA.merchant_id, refund.id);
    expect((await approver.ok(getRefund, { params: { id: refund.id } })).data.status).toBe('succeeded');
  });

  test('the disbursement that awaits approval is paid once it is approved', async () => {
    const approver = await t.signIn('approver@kopi.example');
    const { data } = await approver.ok(listDisbursements, { query: { status: 'pending_approval' } });
    const params = { id: data[0]?.id ?? '' };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await approver.ok(approveDisbursement, { params, body: {}, headers });
    await sendDisbursement(t.deps, KOPI_NUSANTARA.merchant_id, params.id);
    expect((await approver.ok(getDisbursement, { params })).data.status).toBe('success');
  });

  test('a repeated import changes nothing', async () => {
    const history = await buildBankHistory(t.deps, KOPI_NUSANTARA.merchant_id);
    expect((await bank.simulate('POST', '/history', history)).status).toBe(200);
    expect((await bank.simulate('POST', '/history', history)).body).toEqual({ imported: 0 });
  });
});
