/** SQL of merchants, which the provider creates with their ledger accounts. */
import { VA_MERCHANT_DIGITS } from '@dasbor/contract/bank';
import type { Insertable } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { DB } from '../db/schema.gen.ts';
import { newId } from '../db/new-id.ts';
import { type PlatformTx, asPlatform } from '../db/tx.ts';
import { insertMerchantEvent } from './event-queries.ts';
import { claimIdentifier } from './identifier-queries.ts';

export interface NewMerchant {
  merchant_id: string;
  code: string;
  brand_name: string;
  legal_name: string;
  city: string;
  /** ISO 18245 merchant category code, 4 digits. */
  mcc: string;
  /** National merchant id: `ID` and 13 digits. */
  nmid: string;
  qris_criteria: 'UMI' | 'UKE' | 'UME' | 'UBE' | 'URE';
}

/** Accounts of every merchant. `floor`: minimum balance that debits must keep. */
const ACCOUNTS = [
  { type: 'provider_receivable', floor: null },
  { type: 'pending_settlement', floor: 0 },
  { type: 'available', floor: 0 },
  { type: 'payout', floor: 0 },
  { type: 'payout_reserved', floor: 0 },
  { type: 'reserve', floor: 0 },
  { type: 'refunds', floor: 0 },
  { type: 'fees_paid', floor: null },
  { type: 'vat_paid', floor: null },
  { type: 'commission', floor: null },
  { type: 'bank_clearing', floor: null },
  { type: 'suspense', floor: null },
  { type: 'rounding', floor: null },
] as const;

/** Creates an active merchant with its ledger accounts. Idempotent. */
export async function ensureMerchant(db: Db, merchant: NewMerchant, at: Date): Promise<void> {
  const { merchant_id: merchant_of, code, nmid } = merchant;
  await asPlatform(db, async (tx) => {
    await claimIdentifier(tx, { kind: 'code', value: code, merchant_of });
    await claimIdentifier(tx, { kind: 'nmid', value: nmid, merchant_of });
    const state = { status: 'active', verification_status: 'approved', activated_at: at } as const;
    if (!(await insertMerchant(tx, { ...merchant, ...state }, at))) return;
    const by = { at, actor: { type: 'system', id: null, name: null } } as const;
    const event = { kind: 'status', from_status: null, to_status: 'active' } as const;
    await insertMerchantEvent({ merchant_id: merchant_of, sql: tx.sql }, by, event);
  });
}

type MerchantRow = Omit<Insertable<DB['merchant']>, 'created_at' | 'updated_at'>;

/**
 * Inserts a merchant with its ledger accounts and its part of virtual account numbers. Idempotent; false when it exists.
 */
export async function insertMerchant(tx: PlatformTx, merchant: MerchantRow, at: Date): Promise<boolean> {
  const made = await tx.sql
    .insertInto('merchant')
    .values({ ...merchant, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .returning('merchant_id')
    .executeTakeFirst();
  if (made !== undefined) await openAccounts(tx, merchant.merchant_id, at);
  await assignVaPart(tx, merchant.merchant_id);
  return made !== undefined;
}

/** Assigns the next five-digit prefix for virtual account numbers, unless the merchant has one. */
async function assignVaPart(tx: PlatformTx, merchant_of: string): Promise<void> {
  const assigned = await tx.sql
    .selectFrom('va_directory')
    .select('merchant_of')
    .where('merchant_of', '=', merchant_of)
    .executeTakeFirst();
  if (assigned !== undefined) return;
  const last = await tx.sql
    .selectFrom('va_directory')
    .select((eb) => eb.fn.max('va_part').as('va_part'))
    .executeTakeFirst();
  const va_part = String(Number(last?.va_part ?? 10_000) + 1).padStart(VA_MERCHANT_DIGITS, '0');
  // Concurrent creations conflict on the primary key; the second is retried.
  await tx.sql.insertInto('va_directory').values({ va_part, merchant_of }).execute();
  await tx.sql.updateTable('merchant').set({ va_part }).where('merchant_id', '=', merchant_of).execute();
}

/** The merchant of a five-digit virtual account prefix; null when it is not assigned. */
export async function findMerchantByVaPrefix(db: Db, va_part: string): Promise<string | null> {
  const found = await asPlatform(db, (tx) =>
    tx.sql.selectFrom('va_directory').select('merchant_of').where('va_part', '=', va_part).executeTakeFirst(),
  );
  return found?.merchant_of ?? null;
}

async function openAccounts(tx: PlatformTx, merchant_id: string, at: Date): Promise<void> {
  await tx.sql
    .insertInto('ledger_account')
    .values(ACCOUNTS.map((account) => ({ merchant_id, id: newId('ledger_account', at), created_at: at, ...account })))
    .execute();
}
