/** SQL of codes in text messages, and of the outbox of these messages. */
import { sql } from 'kysely';
import type { LoginTx } from '../db/tx.ts';

/** The number of an account; the row is locked, so that concurrent requests count each other's codes. */
export const lockPerson = (tx: LoginTx, user_id: string) =>
  tx.sql
    .selectFrom('login')
    .select(['phone', 'phone_verified_at', 'locale'])
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

export const getPhone = (tx: LoginTx, user_id: string) =>
  tx.sql
    .selectFrom('login')
    .select(['phone', 'phone_verified_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();

export interface CodeCounts {
  /** Times of the codes of the last hour for the person, newest first. */
  of_person: string[];
  /** Number of codes of the last hour to the number, and for the address. */
  to_phone: number;
  from_ip: number;
}

export async function countCodes(
  tx: LoginTx,
  { user_id, phone, ip }: { user_id: string; phone: string; ip: string | null },
  since: Date,
): Promise<CodeCounts> {
  const of_person = await listCodeTimes(tx, user_id, since);
  const { rows } = await sql<{ to_phone: number; from_ip: number }>`select
      (select count(*)::int from app.phone_code c where c.phone = ${phone} and c.created_at > ${since}) as to_phone,
      (select count(*)::int from app.phone_code c where c.ip = ${ip ?? ''} and c.created_at > ${since}) as from_ip
    `.execute(tx.sql);
  return { of_person, to_phone: rows[0]?.to_phone ?? 0, from_ip: rows[0]?.from_ip ?? 0 };
}

export async function listCodeTimes(tx: LoginTx, user_id: string, since: Date): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('phone_code')
    .select('created_at')
    .where('user_id', '=', user_id)
    .where('created_at', '>', since.toISOString())
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ created_at }) => created_at);
}

export const insertCode = (
  tx: LoginTx,
  code: { id: string; user_id: string; phone: string; ip: string | null; created_at: Date; expires_at: Date },
) => tx.sql.insertInto('phone_code').values(code).execute();

const CODE = ['id', 'user_id', 'phone', 'expires_at', 'tries', 'used_at'] as const;

/** The newest code of a person: earlier ones do not work. */
export const findLatestCode = (tx: LoginTx, user_id: string) =>
  tx.sql
    .selectFrom('phone_code')
    .select(CODE)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
export type PhoneCode = NonNullable<Awaited<ReturnType<typeof findLatestCode>>>;

export const incrementTries = (tx: LoginTx, id: string) =>
  tx.sql
    .updateTable('phone_code')
    .set((update) => ({ tries: update('tries', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** The number becomes that of the account. */
export async function storeVerifiedPhone(tx: LoginTx, { id, user_id, phone }: PhoneCode, now: Date): Promise<void> {
  await tx.sql.updateTable('phone_code').set({ used_at: now }).where('id', '=', id).execute();
  await tx.sql.updateTable('login').set({ phone, phone_verified_at: now }).where('user_id', '=', user_id).execute();
}

export const insertSms = (
  tx: LoginTx,
  sms: { id: string; phone: string; object_id: string; language: 'en' | 'id'; created_at: Date; expires_at: Date },
) =>
  tx.sql
    .insertInto('sms_outbox')
    .values({ ...sms, kind: 'phone_code' })
    .execute();

/** A message that was neither sent nor given up. */
export const findPendingSms = (tx: LoginTx, id: string) =>
  tx.sql
    .selectFrom('sms_outbox')
    .select(['id', 'phone', 'object_id', 'language', 'expires_at', 'attempts'])
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();

export const updateSms = (
  tx: LoginTx,
  id: string,
  change: { status?: 'sent' | 'failed'; attempts: number; closed_at?: Date; error: string | null },
) => tx.sql.updateTable('sms_outbox').set(change).where('id', '=', id).where('status', '=', 'pending').execute();
