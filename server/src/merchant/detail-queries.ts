/** SQL of one merchant as the provider sees and changes it: its row, its timeline and its notes. */
import { sql } from 'kysely';
import type { MerchantInput } from '@dasbor/contract/merchant';
import type { MerchantNote } from '@dasbor/contract/merchant-note';
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';
import type { MerchantEvent, MerchantLimits } from '@dasbor/contract/merchant-fields';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { buildCountsTable } from '../transaction/roll-up-queries.ts';
import { OPEN_OR_PAID } from './limit-rules.ts';

const EVENTS_MAX = 200;

const PROFILE = [
  'city',
  'nmid',
  'qris_criteria',
  'fee_class',
  'industry',
  'email',
  'phone',
  'cs_phone',
  'website',
  'description',
  'monthly_volume',
  'address_line',
  'regency_code',
  'postal_code',
  'nib',
  'npwp',
  'npwp_name',
  'deed_no',
  'deed_date',
  'sk_no',
  'sk_date',
  'activated_at',
  'suspended_reason',
  'limit_per_payment',
  'limit_per_day',
  'limit_per_month',
  'limit_per_payout',
] as const;

const ROW = [
  'merchant_id',
  'code',
  'brand_name',
  'legal_name',
  'entity_type',
  'status',
  'verification_status',
  'risk_level',
  'mcc',
  'province_code',
  'payments_enabled',
  'payouts_enabled',
  'holds_settlements',
  'created_at',
] as const;

export const findMerchant = (tx: PlatformTx, merchant_id: string) =>
  tx.sql
    .selectFrom('merchant')
    .select([...ROW, ...PROFILE])
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
export type FoundMerchant = NonNullable<Awaited<ReturnType<typeof findMerchant>>>;

/** Locks the merchant, so that changes by the provider are serialised. */
export const lockMerchantRow = (tx: PlatformTx, merchant_id: string) =>
  tx.sql
    .selectFrom('merchant')
    .select([...ROW, ...PROFILE])
    .where('merchant_id', '=', merchant_id)
    .forUpdate()
    .executeTakeFirst();

export type MerchantChange = Partial<Omit<MerchantInput, never>> &
  Partial<MerchantLimits> & {
    status?: MerchantStatus;
    suspended_reason?: string | null;
    payments_enabled?: boolean;
    payouts_enabled?: boolean;
    holds_settlements?: boolean;
  };

export const updateMerchantRow = (tx: PlatformTx, merchant_id: string, change: MerchantChange, now: Date) =>
  tx.sql
    .updateTable('merchant')
    .set({ ...change, updated_at: now })
    .where('merchant_id', '=', merchant_id)
    .execute();

export const listMerchantEvents = (tx: PlatformTx, merchant_id: string): Promise<MerchantEvent[]> =>
  tx.sql
    .selectFrom('merchant_event')
    .select(['seq', 'at', 'kind', 'from_status', 'to_status', 'actor_type', 'actor', 'reason'])
    .where('merchant_id', '=', merchant_id)
    .orderBy('seq', 'desc')
    .limit(EVENTS_MAX)
    .execute();

/** Payments created today and this month (WIB) that are open or paid: what the limits count. */
export async function sumCreated(
  { merchant_id, sql: kysely }: Pick<MerchantTx, 'merchant_id' | 'sql'>,
  now: Date,
): Promise<{ day_amount: number; month_amount: number }> {
  const today = toBusinessDay(now);
  const day_from = startOfBusinessDay(today);
  const month_from = startOfBusinessDay(`${today.slice(0, 7)}-01`);
  const { rows } = await sql<{ day_amount: number; month_amount: number }>`
    select coalesce(sum(c.amount) filter (where c.at >= ${day_from.toISOString()}::timestamptz), 0)::bigint as day_amount,
      coalesce(sum(c.amount), 0)::bigint as month_amount
    from ${buildCountsTable(merchant_id, { from: month_from }, { status: OPEN_OR_PAID })} c`.execute(kysely);
  return rows[0] ?? { day_amount: 0, month_amount: 0 };
}

export const insertNote = (
  tx: PlatformTx,
  note: { merchant_id: string; id: string; author_id: string; author: string; body: string; created_at: Date },
) => tx.sql.insertInto('merchant_note').values(note).execute();

export const listNotes = (
  tx: PlatformTx,
  merchant_id: string,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<(Omit<MerchantNote, 'is_own'> & { author_id: string })[]> =>
  tx.sql
    .selectFrom('merchant_note')
    .select(['id', 'author_id', 'author', 'body', 'created_at'])
    .where('merchant_id', '=', merchant_id)
    .$if(after !== null, (rows) =>
      rows.where(sql<boolean>`(created_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? ''})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
