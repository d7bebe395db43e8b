/** Test fixture: QRIS payments of a merchant against the sandbox bank. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type QrisPayment, createQrisPayment } from '@dasbor/contract/qris-payment';
import { getTransaction } from '@dasbor/contract/transaction';
import { followRealClock, startAppWithBank } from './app-with-bank.ts';
import { buildPaidNotification } from './bank-client.ts';
import type { BankProcess } from './bank-process.ts';
import type { TestApp, TestClient } from './test-app.ts';
import { recordWebhooks } from './webhook-events.ts';
import { asMerchant } from '../src/db/tx.ts';
import { foldBalances } from '../src/ledger/folding.ts';
import { verifyLedger } from '../src/ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';

export let t: TestApp;
export let bank: BankProcess;
export let kopi: TestClient;
let key_count = 0;

/** A dynamic code: the fields that stickers do not have are set. */
export type Dynamic = QrisPayment & { transaction_id: string; expires_at: string };

export const nextNumber = (): number => ++key_count;
export const newKey = () => `test-key-${nextNumber()}`;

export async function create(body: object = {}, client = kopi): Promise<Dynamic> {
  const headers = { 'idempotency-key': newKey() };
  return (await client.ok(createQrisPayment, { body: { amount: 125_000, ...body }, headers })).data as Dynamic;
}
export const readTransaction = async (qris: Dynamic, client = kopi) =>
  (await client.ok(getTransaction, { params: { id: qris.transaction_id } })).data;
export const readStatus = async (qris: Dynamic) => (await readTransaction(qris)).status;

export const readReference = async (qris: Dynamic) =>
  asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, (tx) =>
    tx.sql
      .selectFrom('qris_payment as q')
      .innerJoin('transaction as t', (join) =>
        join.on('t.merchant_id', '=', tx.merchant_id).onRef('t.id', '=', 'q.transaction_id'),
      )
      .select(['q.partner_reference_no', 'q.amount', 't.provider_reference'])
      .where('q.merchant_id', '=', tx.merchant_id)
      .where('q.id', '=', qris.id)
      .$narrowType<{ amount: number }>()
      .executeTakeFirstOrThrow(),
  );
export const buildCallback = async (qris: Dynamic, change: Parameters<typeof buildPaidNotification>[1] = {}) => {
  const { provider_reference, ...known } = await readReference(qris);
  return buildPaidNotification(known, {
    ...(provider_reference ? { originalReferenceNo: provider_reference } : {}),
    ...change,
  });
};
export const countTransfers = async (qris: Dynamic) =>
  asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, async (tx) => {
    const rows = await tx.sql
      .selectFrom('transfer')
      .select('id')
      .where('merchant_id', '=', tx.merchant_id)
      .where('reference_id', '=', qris.transaction_id)
      .execute();
    return rows.length;
  });

/** Starts the application and the bank before the tests of a file; after each test the ledger must agree. */
export function setUpQrisPayments(): void {
  beforeAll(async () => {
    ({ t, bank } = await startAppWithBank());
    await recordWebhooks(t);
    kopi = await t.signIn('superadmin@kopi.example');
  });
  afterAll(async () => {
    await bank?.stop();
    await t?.close();
  });
  beforeEach(() => followRealClock(t));
  /** After each test the ledger is consistent, folded or not. */
  afterEach(async () => {
    expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
    await foldBalances(t.deps.db, t.clock.now());
    expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
  });
}
