/** SQL of second factors: authenticator app, recovery codes, passkeys, remembered devices. Part of the login data. */
import { sql } from 'kysely';
import type { LoginTx } from '../db/tx.ts';

export interface Factors {
  /** The enabled authenticator app; null for none. */
  totp: { secret_sealed: string; last_step: number; confirmed_at: string } | null;
  passkeys: number;
  recovery_codes_left: number;
}

/** The second factors of a user. Recovery codes alone are none. */
export async function findFactors(tx: LoginTx, user_id: string): Promise<Factors> {
  const totp = await findTotp(tx, user_id);
  const { rows } = await sql<{ passkeys: number; recovery_codes_left: number }>`
    select
      (select count(*)::int from app.passkey p where p.user_id = ${user_id}) as passkeys,
      (select count(*)::int from app.recovery_code c where c.user_id = ${user_id} and c.used_at is null)
        as recovery_codes_left`.execute(tx.sql);
  const confirmed_at = totp?.confirmed_at ?? null;
  return {
    totp: totp === undefined || confirmed_at === null ? null : { ...totp, confirmed_at },
    ...(rows[0] ?? { passkeys: 0, recovery_codes_left: 0 }),
  };
}

export const hasSecondFactor = ({ totp, passkeys }: Pick<Factors, 'totp' | 'passkeys'>): boolean =>
  totp !== null || passkeys > 0;

/** Of these users, those who have a second factor. */
export async function listEnrolled(tx: LoginTx, user_ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from app.totp where user_id = any(${user_ids}) and confirmed_at is not null
    union
    select user_id from app.passkey where user_id = any(${user_ids})`.execute(tx.sql);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The authenticator app, also while its enrolment is not confirmed. */
export async function findTotp(tx: LoginTx, user_id: string) {
  const row = await tx.sql
    .selectFrom('totp')
    .select(['secret_sealed', 'last_step', 'created_at', 'confirmed_at'])
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row && { ...row, last_step: Number(row.last_step) };
}

/** Starts an enrolment; replaces one that was not confirmed. False when the app is enabled already. */
export async function upsertPendingTotp(
  tx: LoginTx,
  user_id: string,
  secret_sealed: string,
  now: Date,
): Promise<boolean> {
  const row = { secret_sealed, created_at: now, last_step: 0 };
  const started = await tx.sql
    .insertInto('totp')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row).where('totp.confirmed_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst();
  return started !== undefined;
}

export const confirmTotp = (tx: LoginTx, user_id: string, step: number, now: Date) =>
  tx.sql
    .updateTable('totp')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .execute();

/** Uses up the codes of a period and of all earlier ones; false when they were used. */
export async function consumeTotpStep(tx: LoginTx, user_id: string, step: number): Promise<boolean> {
  const used = await tx.sql
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteTotp(tx: LoginTx, user_id: string): Promise<boolean> {
  const deleted = await tx.sql.deleteFrom('totp').where('user_id', '=', user_id).returning('confirmed_at').execute();
  return deleted.some(({ confirmed_at }) => confirmed_at !== null);
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(tx: LoginTx, user_id: string, hashes: string[], now: Date): Promise<void> {
  await deleteRecoveryCodes(tx, user_id);
  await tx.sql
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id, code_hash, created_at: now })))
    .execute();
}

export const deleteRecoveryCodes = (tx: LoginTx, user_id: string) =>
  tx.sql.deleteFrom('recovery_code').where('user_id', '=', user_id).execute();

/** Uses up a recovery code; false when it does not exist or was used. */
export async function consumeRecoveryCode(
  tx: LoginTx,
  user_id: string,
  code_hash: string,
  now: Date,
): Promise<boolean> {
  const used = await tx.sql
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Removes every second factor of a user, after an administrator decided to reset them. False when there was none. */
export async function deleteSecondFactors(tx: LoginTx, user_id: string): Promise<boolean> {
  const had_totp = await deleteTotp(tx, user_id);
  const passkeys = await tx.sql.deleteFrom('passkey').where('user_id', '=', user_id).returning('id').execute();
  await deleteRecoveryCodes(tx, user_id);
  await deleteDevices(tx, user_id);
  return had_totp || passkeys.length > 0;
}

export interface NewDevice {
  id: string;
  user_id: string;
  token_hash: string;
  user_agent: string | null;
  ip: string | null;
  created_at: Date;
  expires_at: Date;
}

export const insertDevice = (tx: LoginTx, device: NewDevice) =>
  tx.sql
    .insertInto('remembered_device')
    .values({ ...device, last_used_at: device.created_at })
    .execute();

/** Whether a token is that of a remembered device of the user; stores the use. */
export async function recordDeviceUse(tx: LoginTx, user_id: string, token_hash: string, now: Date): Promise<boolean> {
  const used = await tx.sql
    .updateTable('remembered_device')
    .set({ last_used_at: now })
    .where('user_id', '=', user_id)
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now.toISOString())
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export const listDevices = (tx: LoginTx, user_id: string, now: Date) =>
  tx.sql
    .selectFrom('remembered_device')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();

export const deleteDevice = (tx: LoginTx, user_id: string, id: string) =>
  tx.sql
    .deleteFrom('remembered_device')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(['id', 'user_agent'])
    .executeTakeFirst();

export const deleteDevices = (tx: LoginTx, user_id: string) =>
  tx.sql.deleteFrom('remembered_device').where('user_id', '=', user_id).execute();
