/** SQL of business profiles: the merchant's own data, its people, its timeline and its change requests. */
import type { ProfileFields } from '@dasbor/contract/business-profile-fields';
import type { MerchantTx } from '../db/tx.ts';
import type { ProfileValues } from '../db/column-types.ts';

export const PROFILE_FIELDS = [
  'brand_name',
  'legal_name',
  'entity_type',
  'industry',
  'description',
  'website',
  'email',
  'phone',
  'cs_email',
  'cs_phone',
  'monthly_volume',
  'address_line',
  'province_code',
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
] as const satisfies readonly (keyof ProfileFields)[];

const STATE = [
  'status',
  'verification_status',
  'submitted_at',
  'activated_at',
  'code',
  'city',
  'mcc',
  'nmid',
  'qris_criteria',
  'risk_level',
] as const;

const buildMerchantQuery = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select([...PROFILE_FIELDS, ...STATE])
    .where('merchant_id', '=', tx.merchant_id);

export type MerchantProfile = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

export const findProfile = (tx: MerchantTx) => buildMerchantQuery(tx).executeTakeFirst();

/** Locks the merchant: concurrent changes of its profile, documents and verification are serialised. */
export const lockProfile = (tx: MerchantTx) => buildMerchantQuery(tx).forNoKeyUpdate().executeTakeFirst();

/** The fields of the profile among the columns of the merchant. */
export const pickProfileFields = (merchant: MerchantProfile): ProfileFields =>
  Object.fromEntries(PROFILE_FIELDS.map((field) => [field, merchant[field]])) as unknown as ProfileFields;

export type MerchantUpdate = ProfileValues &
  Partial<
    Pick<
      MerchantProfile,
      'status' | 'verification_status' | 'city' | 'mcc' | 'nmid' | 'qris_criteria' | 'risk_level'
    > & { submitted_at: Date; activated_at: Date; suspended_reason: string | null }
  >;

export const updateMerchant = (tx: MerchantTx, { brand_name, legal_name, ...rest }: MerchantUpdate, now: Date) =>
  tx.sql
    .updateTable('merchant')
    .set({
      ...rest,
      ...(brand_name === undefined ? {} : { brand_name }),
      ...(legal_name === undefined ? {} : { legal_name }),
      updated_at: now,
    })
    .where('merchant_id', '=', tx.merchant_id)
    .execute();

export const listEvents = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant_event')
    .select(['seq', 'at', 'kind', 'from_status', 'to_status', 'actor_type', 'actor', 'reason'])
    .where('merchant_id', '=', tx.merchant_id)
    .orderBy('seq', 'desc')
    .limit(100)
    .execute();

const CHANGE = ['id', 'status', 'before', 'after', 'requested_by', 'requested_at'] as const;

/** The pending change request, otherwise the newest one that was not withdrawn. */
export const findLatestChange = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant_change')
    .select([...CHANGE, 'decided_by', 'decided_at', 'reason'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '<>', 'withdrawn')
    // Another one may have been requested and decided in the same millisecond.
    .orderBy((eb) => eb('status', '=', 'pending'), 'desc')
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findPendingChange = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant_change')
    .select(CHANGE)
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'pending')
    .executeTakeFirst();

export const findChange = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('merchant_change')
    .select(CHANGE)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();

export interface NewChange {
  id: string;
  before: ProfileValues;
  after: ProfileValues;
  requested_by_id: string;
  requested_by: string;
  requested_at: Date;
}

export const insertChange = (tx: MerchantTx, { before, after, ...change }: NewChange) =>
  tx.sql
    .insertInto('merchant_change')
    .values({
      merchant_id: tx.merchant_id,
      status: 'pending',
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      ...change,
    })
    .execute();

export const updateChangeValues = (
  tx: MerchantTx,
  id: string,
  { before, after }: { before: ProfileValues; after: ProfileValues },
) =>
  tx.sql
    .updateTable('merchant_change')
    .set({ before: JSON.stringify(before), after: JSON.stringify(after) })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();

export interface ChangeDecision {
  status: 'approved' | 'rejected' | 'withdrawn';
  decided_by_id: string;
  decided_by: string;
  decided_at: Date;
  reason: string | null;
}

/** Returns false when the request was decided meanwhile. */
export async function closeChange(tx: MerchantTx, id: string, decision: ChangeDecision): Promise<boolean> {
  const closed = await tx.sql
    .updateTable('merchant_change')
    .set(decision)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}
