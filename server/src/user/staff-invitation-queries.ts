/** SQL of invitations of staff of the provider. */
import { type Insertable, sql } from 'kysely';
import type { InvitationStatus } from '@dasbor/contract/invitation';
import type { DB } from '../db/schema.gen.ts';
import type { LoginTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import type { DeliveryResult } from '../mail/send-and-record.ts';

const COLUMNS = [
  'id',
  'email',
  'role',
  'status',
  'language',
  'invited_by',
  'invited_by_name',
  'token_no',
  'token_hash',
  'totp_no',
  'created_at',
  'expires_at',
  'sent_at',
  'error',
] as const;

export const insertStaffInvitation = (
  tx: LoginTx,
  invitation: Omit<Insertable<DB['staff_invitation']>, 'status' | 'totp_no'>,
) =>
  tx.sql
    .insertInto('staff_invitation')
    .values({ ...invitation, status: 'pending' })
    .execute();

export const findStaffInvitation = (tx: LoginTx, id: string) =>
  tx.sql.selectFrom('staff_invitation').select(COLUMNS).where('id', '=', id).executeTakeFirst();
export type StaffInvitationRow = NonNullable<Awaited<ReturnType<typeof findStaffInvitation>>>;

export const findPendingStaffInvitation = (tx: LoginTx, email: string) =>
  tx.sql
    .selectFrom('staff_invitation')
    .select(COLUMNS)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .executeTakeFirst();

export async function countPendingStaffInvitations(tx: LoginTx, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.staff_invitation i where i.status = 'pending'
      and i.expires_at > ${now.toISOString()}`.execute(tx.sql);
  return rows[0]?.count ?? 0;
}

/** Newest first. An invitation that was not accepted in time is `expired`. */
export const listStaffInvitationRows = (
  tx: LoginTx,
  { status, now }: { status: readonly InvitationStatus[] | null; now: Date },
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<StaffInvitationRow[]> => {
  const current = sql<InvitationStatus>`case
    when i.status = 'pending' and i.expires_at <= ${now.toISOString()} then 'expired' else i.status end`;
  return tx.sql
    .selectFrom('staff_invitation as i')
    .select(COLUMNS)
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
  | { totp_no: number }
  | {
      token_hash: string;
      token_no: number;
      invited_by: string;
      invited_by_name: string;
      expires_at: Date;
      sent_at: null;
      error: null;
    };

export const updateStaffInvitation = (tx: LoginTx, id: string, change: InvitationChange) =>
  tx.sql.updateTable('staff_invitation').set(change).where('id', '=', id).execute();

/** Stores the result of a delivery, unless the invitation was sent again meanwhile. */
export const updateStaffDelivery = (
  tx: LoginTx,
  { id, token_no }: { id: string; token_no: number },
  delivery: DeliveryResult,
) =>
  tx.sql.updateTable('staff_invitation').set(delivery).where('id', '=', id).where('token_no', '=', token_no).execute();
