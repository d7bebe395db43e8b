/** SQL of shared users of account groups and their invitations. */
import { type Insertable, sql } from 'kysely';
import type { DB } from '../db/schema.gen.ts';
import type { LoginTx, PlatformTx } from '../db/tx.ts';
import type { DeliveryResult } from '../mail/send-and-record.ts';

export const listActiveUsers = (tx: PlatformTx, group_id: string) =>
  tx.sql
    .selectFrom('account_group_user')
    .select(['user_id', 'invited_by_name', 'created_at'])
    .where('group_id', '=', group_id)
    .where('status', '=', 'active')
    .orderBy('created_at', 'desc')
    .orderBy('user_id')
    .execute();

/** Names and emails of people by id. */
export async function listPeople(tx: LoginTx, user_ids: readonly string[]) {
  const rows = await tx.sql
    .selectFrom('login')
    .select(['user_id', 'name', 'email'])
    .where(sql<boolean>`user_id = any (${user_ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Makes a person a shared user, or a former one active again. */
export const upsertGroupUser = (tx: PlatformTx, user: Omit<Insertable<DB['account_group_user']>, 'status'>) =>
  tx.sql
    .insertInto('account_group_user')
    .values({ ...user, status: 'active' })
    .onConflict((conflict) =>
      conflict.columns(['group_id', 'user_id']).doUpdateSet({
        status: 'active',
        invited_by_name: user.invited_by_name,
        created_at: user.created_at,
        updated_at: user.updated_at,
      }),
    )
    .execute();

/** False when the person is no shared user. */
export async function removeUser(
  tx: PlatformTx,
  { group_id, user_id }: { group_id: string; user_id: string },
  now: Date,
): Promise<boolean> {
  const removed = await tx.sql
    .updateTable('account_group_user')
    .set({ status: 'removed', updated_at: now })
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .where('status', '=', 'active')
    .returning('user_id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Ends the sessions of a person in a group; returns their ids. */
export async function endGroupSessions(
  tx: LoginTx,
  { group_id, user_id }: { group_id: string; user_id: string },
  now: Date,
): Promise<string[]> {
  const rows = await tx.sql
    .updateTable('session')
    .set({ revoked_at: now, revoked_reason: 'revoked' })
    .where('user_id', '=', user_id)
    .where('group_id', '=', group_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('idle_expires_at', '>', now.toISOString())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

const INVITATION = [
  'group_id',
  'id',
  'email',
  'status',
  'language',
  'invited_by_name',
  'created_at',
  'expires_at',
  'sent_at',
  'error',
] as const;

export const listOpenInvitations = (tx: PlatformTx, group_id: string) =>
  tx.sql
    .selectFrom('account_group_invitation')
    .select(INVITATION)
    .where('group_id', '=', group_id)
    .where('status', '=', 'pending')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export type GroupInvitation = Awaited<ReturnType<typeof listOpenInvitations>>[number];

export const findInvitation = (tx: PlatformTx, group_id: string, id: string) =>
  tx.sql
    .selectFrom('account_group_invitation')
    .select(INVITATION)
    .where('group_id', '=', group_id)
    .where('id', '=', id)
    .executeTakeFirst();

/** The invitation of a link. */
export const findInvitationByToken = (tx: PlatformTx, group_id: string, token_hash: string) =>
  tx.sql
    .selectFrom('account_group_invitation')
    .select(INVITATION)
    .where('group_id', '=', group_id)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();

export const insertInvitation = (
  tx: PlatformTx,
  invitation: Omit<Insertable<DB['account_group_invitation']>, 'status'>,
) =>
  tx.sql
    .insertInto('account_group_invitation')
    .values({ ...invitation, status: 'pending' })
    .execute();

/** Ends an open invitation; false when it is not open. */
export async function closeInvitation(
  tx: PlatformTx,
  { group_id, id }: { group_id: string; id: string },
  status: 'accepted' | 'revoked',
  now: Date,
): Promise<boolean> {
  const closed = await tx.sql
    .updateTable('account_group_invitation')
    .set({ status, closed_at: now })
    .where('group_id', '=', group_id)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

export const updateDelivery = (
  tx: PlatformTx,
  { group_id, id }: { group_id: string; id: string },
  delivery: DeliveryResult,
) =>
  tx.sql
    .updateTable('account_group_invitation')
    .set(delivery)
    .where('group_id', '=', group_id)
    .where('id', '=', id)
    .execute();
