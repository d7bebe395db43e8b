/** SQL of one merchant as the provider sees and changes it: its row, its timeline and its notes. */
import { sql } from 'kysely';
import type { MerchantInput } from '@dasbor/contract/merchant';
import type { MerchantNote } from '@dasbor/contract/merchant-note';
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';
import type { MerchantEvent, MerchantLimits } from '@dasbor/contract/merchant-fields';
import type { PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

const EVENTS_MAX = 200;

const PROFILE = [
  'city',
  'nmid',
  'qris_criteria',
  'fee_class',
  'industry',
  'email',
  'phone',
  'cs_email',
  'cs_phone',
  'website',
  'description',
  'monthly_volume',
  'address_line',
  'regency_code',
  'district_code',
  'village_code',
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
  'disabled_channels',
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
    .forNoKeyUpdate()
    .executeTakeFirst();

export type MerchantChange = Partial<MerchantInput> &
  Partial<MerchantLimits> & {
    status?: MerchantStatus;
    suspended_reason?: string | null;
    payments_enabled?: boolean;
    payouts_enabled?: boolean;
    holds_settlements?: boolean;
    disabled_channels?: string[];
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
