/** SQL of invitations. */
import { sql } from 'kysely';
import type { RoleKey } from '@dasbor/contract/access';
import type { InvitationStatus } from '@dasbor/contract/invitation';
import type { MerchantTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import type { SentEmails } from '../mail/email-limits.ts';
import type { DeliveryResult } from '../mail/send-and-record.ts';

const COLUMNS = [
  'id',
  'email',
  'role',
  'status',
  'message',
  'language',
  'invited_by',
  'invited_by_name',
  'token_no',
  'created_at',
  'expires_at',
  'sent_at',
  'error',
  'by_provider',
] as const;

export interface NewInvitation {
  id: string;
  /** Lower case. */
  email: string;
  role: RoleKey;
  message: string | null;
  language: 'en' | 'id';
  invited_by: string;
  invited_by_name: string;
  token_hash: string;
  token_no: number;
  created_at: Date;
  expires_at: Date;
  by_provider?: boolean;
}

export const insertInvitation = (tx: Pick<MerchantTx, 'merchant_id' | 'sql'>, invitation: NewInvitation) =>
  tx.sql
    .insertInto('invitation')
    .values({ merchant_id: tx.merchant_id, status: 'pending', ...invitation })
    .execute();

export const findInvitation = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('invitation')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
export type InvitationRow = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** The invitation of a link. Changes of it are serialised by the lock of all members. */
export const findInvitationByToken = (tx: MerchantTx, token_hash: string) =>
  tx.sql
    .selectFrom('invitation')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();

export const findPendingByEmail = (tx: Pick<MerchantTx, 'merchant_id' | 'sql'>, email: string) =>
  tx.sql
    .selectFrom('invitation')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .executeTakeFirst();

/** Open invitations that the provider sent. */
export const listPendingByProvider = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('invitation')
    .select(['id', 'email', 'role'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('by_provider', '=', true)
    .where('status', '=', 'pending')
    .execute();

/** The open invitation that the provider sent, or the newest one. */
export const findLatestByProvider = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('invitation')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('by_provider', '=', true)
    .orderBy(sql`(status = 'pending')`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function countPending(tx: MerchantTx, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.invitation i
    where i.merchant_id = ${tx.merchant_id} and i.status = 'pending'
      and i.expires_at > ${now.toISOString()}`.execute(tx.sql);
  return rows[0]?.count ?? 0;
}

/**
 * Number of emails with invitations that expire after `hourly_expiry`, and to one address with those that expire after
 * `daily_expiry`. All emails of an invitation count, also those before its last one.
 */
export async function countInvitationEmails(
  tx: MerchantTx,
  { email, hourly_expiry, daily_expiry }: { email: string; hourly_expiry: Date; daily_expiry: Date },
): Promise<SentEmails> {
  const { rows } = await sql<SentEmails>`
    select coalesce(sum(i.token_no) filter (where i.expires_at > ${hourly_expiry.toISOString()}), 0)::int as by_merchant,
      coalesce(sum(i.token_no) filter (where i.email = ${email}), 0)::int as to_address
    from app.invitation i
    where i.merchant_id = ${tx.merchant_id} and i.expires_at > ${daily_expiry.toISOString()}`.execute(tx.sql);
  return rows[0] ?? { by_merchant: 0, to_address: 0 };
}

/** Newest first. An invitation that was not accepted in time is `expired`. */
export const listInvitations = (
  tx: MerchantTx,
  { status, now }: { status: readonly InvitationStatus[] | null; now: Date },
  { limit, after }: { limit: number; after: Cursor | null },
) => {
  const current = sql<InvitationStatus>`case
    when i.status = 'pending' and i.expires_at <= ${now.toISOString()} then 'expired' else i.status end`;
  return tx.sql
    .selectFrom('invitation as i')
    .select(COLUMNS)
    .where('i.merchant_id', '=', tx.merchant_id)
    .$if(status !== null, (query) => query.where(sql<boolean>`${current} = any(${status ?? []})`))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(i.created_at, i.id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? ''})`),
    )
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
};

type InvitationChange =
  | { status: 'accepted' | 'revoked'; closed_at: Date }
  | {
      token_hash: string;
      token_no: number;
      invited_by: string;
      invited_by_name: string;
      by_provider: boolean;
      expires_at: Date;
      sent_at: null;
      error: null;
    };

export const updateInvitation = (tx: Pick<MerchantTx, 'merchant_id' | 'sql'>, id: string, change: InvitationChange) =>
  tx.sql.updateTable('invitation').set(change).where('merchant_id', '=', tx.merchant_id).where('id', '=', id).execute();

/** Stores the result of a delivery, unless the invitation was sent again meanwhile. */
export const updateDelivery = (
  tx: MerchantTx,
  { id, token_no }: { id: string; token_no: number },
  change: DeliveryResult,
) =>
  tx.sql
    .updateTable('invitation')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('token_no', '=', token_no)
    .execute();
