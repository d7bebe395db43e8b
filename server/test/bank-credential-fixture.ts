/** Test fixture: two merchants with their own credentials for QRIS at the sandbox bank. */
import { createQrisPayment, getQrisPayment } from '@dasbor/contract/qris-payment';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { startAppWithBank } from './app-with-bank.ts';
import { type BankPartner, type SignerKeys, activateCredential, readSignerKeys } from './bank-partner.ts';
import type { BankProcess } from './bank-process.ts';
import type { TestApp, TestClient } from './test-app.ts';
import { asPlatform } from '../src/db/tx.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../src/sandbox/people.ts';

export const KOPI = KOPI_NUSANTARA.merchant_id;
export const BATIK = BATIK_LESTARI.merchant_id;
export const NOT_FOUND = { status: 404, code: '4045201' };
export let t: TestApp;
export let bank: BankProcess;
export let provider: TestClient;
export let kopi: TestClient;
export let batik: TestClient;
export let of_kopi: BankPartner;
export let of_batik: BankPartner;
/** Keys of the credential of Kopi Nusantara. */
export let keys: SignerKeys & { name: string };
let key_count = 0;

export async function signIn(): Promise<void> {
  provider = await t.signIn('platform_admin@dasbor.example');
  kopi = await t.signIn('superadmin@kopi.example');
  batik = await t.signIn('superadmin@batik.example');
}

export const newKey = () => ({ 'idempotency-key': `credential-${++key_count}` });
export const createCode = async (client: TestClient, amount = 25_000) => {
  t.clock.set(new Date());
  return (await client.ok(createQrisPayment, { body: { amount }, headers: newKey() })).data;
};
/** The rows of a query, read as the provider. */
export const select = async <Row>(query: RawBuilder<Row>): Promise<Row[]> =>
  asPlatform(t.deps.db, async (tx) => (await query.execute(tx.sql)).rows);
export const readCode = async (id: string) =>
  (
    await select(sql<{ bank_credential_id: string | null; partner_reference_no: string }>`
      select bank_credential_id, partner_reference_no from app.qris_payment where id = ${id}`)
  )[0]!;
export const readPartners = async (object_ids: string[]) =>
  (
    await select(sql<{ partner: string }>`
      select distinct partner from app.rail_log where object_id in (${sql.join(object_ids)}) order by 1`)
  ).map(({ partner }) => partner);

export const waitForStatus = (client: TestClient, id: string, status: string) =>
  vi.waitFor(async () => expect((await client.ok(getQrisPayment, { params: { id } })).data.status).toBe(status), {
    timeout: 20_000,
    interval: 100,
  });

/** Starts the application and the bank before the tests of a file, and tests both credentials. */
export function setUpBankCredentials(): void {
  beforeAll(async () => {
    ({ t, bank } = await startAppWithBank());
    await signIn();
    of_kopi = await activateCredential({ bank, provider }, KOPI, 'QRIS');
    of_batik = await activateCredential({ bank, provider }, BATIK, 'QRIS');
    keys = { name: 'kopi', ...readSignerKeys(bank, of_kopi.handover) };
  });
  afterAll(async () => {
    await bank?.stop();
    await t?.close();
  });
}
