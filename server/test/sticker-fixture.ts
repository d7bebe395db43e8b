/** Test fixture: stickers and dynamic codes of a merchant against the sandbox bank. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { type QrisPayment, createQrisPayment, getQrisPayment, listQrisPayments } from '@dasbor/contract/qris-payment';
import { createQrisSticker } from '@dasbor/contract/sticker';
import { getTransaction } from '@dasbor/contract/transaction';
import { followRealClock, startAppWithBank } from './app-with-bank.ts';
import type { BankProcess } from './bank-process.ts';
import type { TestApp, TestClient } from './test-app.ts';
import { asMerchant } from '../src/db/tx.ts';
import { verifyLedger } from '../src/ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';

export const KOPI = KOPI_NUSANTARA.merchant_id;
export let t: TestApp;
export let bank: BankProcess;
export let kopi: TestClient;
let key_count = 0;

export const headers = () => ({ 'idempotency-key': `sticker-${++key_count}` });
export const createSticker = async (body: object = {}) =>
  (await kopi.ok(createQrisSticker, { body: { name: 'Front counter', ...body }, headers: headers() })).data;
export const createDynamicCode = async (body: object = {}) =>
  (await kopi.ok(createQrisPayment, { body: { amount: 50_000, ...body }, headers: headers() })).data;
export const readCode = async ({ id }: QrisPayment) => (await kopi.ok(getQrisPayment, { params: { id } })).data;
export const listPayments = async ({ id }: QrisPayment) =>
  (await kopi.ok(listQrisPayments, { query: { qris_payment_id: id } })).data;
export const waitForPayments = (code: QrisPayment, count: number) =>
  vi.waitFor(
    async () => {
      const rows = (await listPayments(code)).filter(({ status }) => status === 'success');
      expect(rows).toHaveLength(count);
      return rows;
    },
    { timeout: 20_000, interval: 40 },
  );
export const findRow = ({ id }: QrisPayment) =>
  asMerchant(t.deps.db, KOPI, (tx) =>
    tx.sql
      .selectFrom('qris_payment')
      .select(['partner_reference_no', 'provider_reference'])
      .where('merchant_id', '=', KOPI)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
export const readTransaction = async (id: string) => (await kopi.ok(getTransaction, { params: { id } })).data;
export const listAuditEntries = (object_id: string) =>
  asMerchant(t.deps.db, KOPI, async (tx) => {
    const rows = await tx.sql
      .selectFrom('audit_log')
      .select(['action', 'actor_name'])
      .where('merchant_id', '=', KOPI)
      .where('object_id', '=', object_id)
      .orderBy('seq')
      .execute();
    return rows.map(({ action, actor_name }) => `${actor_name} ${action}`);
  });

/** Starts the application and the bank before the tests of a file; after each test the ledger must agree. */
export function setUpStickers(): void {
  beforeAll(async () => {
    ({ t, bank } = await startAppWithBank());
    kopi = await t.signIn('superadmin@kopi.example');
  });
  afterAll(async () => {
    await bank?.stop();
    await t?.close();
  });
  beforeEach(() => followRealClock(t));
  afterEach(async () => {
    expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
  });
}
