/** SQL of passkeys and of their challenges. Part of the login data. */
import type { LoginTx } from '../db/tx.ts';

export interface StoredPasskey {
  id: string;
  user_id: string;
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  sign_count: number;
  /** Comma-separated. */
  transports: string | null;
}

const VIEW = ['id', 'name', 'is_synced', 'created_at', 'last_used_at'] as const;
const STORED = ['id', 'user_id', 'credential_id', 'public_key', 'sign_count', 'transports'] as const;

export const listPasskeys = (tx: LoginTx, user_id: string) =>
  tx.sql
    .selectFrom('passkey')
    .select(VIEW)
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Credential ids of a user, for the browser. */
export const listCredentials = (tx: LoginTx, user_id: string) =>
  tx.sql
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .execute();

export async function findPasskey(tx: LoginTx, credential_id: string): Promise<StoredPasskey | undefined> {
  const row = await tx.sql
    .selectFrom('passkey')
    .select(STORED)
    .where('credential_id', '=', credential_id)
    .executeTakeFirst();
  return row && { ...row, sign_count: Number(row.sign_count) };
}

export interface NewPasskey extends StoredPasskey {
  name: string;
  is_synced: boolean;
  created_at: Date;
}

/** False when the credential is registered already. */
export async function insertPasskey(tx: LoginTx, passkey: NewPasskey) {
  return tx.sql
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(VIEW)
    .executeTakeFirst();
}

export const renamePasskey = (tx: LoginTx, { id, user_id }: { id: string; user_id: string }, name: string) =>
  tx.sql
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(VIEW)
    .executeTakeFirst();

export const deletePasskey = (tx: LoginTx, { id, user_id }: { id: string; user_id: string }) =>
  tx.sql
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(['id', 'name'])
    .executeTakeFirst();

/** Stores a use. Fails when the passkey is gone. */
export async function recordPasskeyUse(tx: LoginTx, id: string, sign_count: number, now: Date): Promise<boolean> {
  const used = await tx.sql
    .updateTable('passkey')
    .set({ sign_count, last_used_at: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export type ChallengePurpose = 'register' | 'sign_in' | 'step_up';

/** Stores a challenge, and removes those that have expired. */
export async function insertChallenge(
  tx: LoginTx,
  challenge: { challenge: string; purpose: ChallengePurpose; session_id: string | null; expires_at: Date },
  now: Date,
): Promise<void> {
  await tx.sql.deleteFrom('passkey_challenge').where('expires_at', '<', now.toISOString()).execute();
  await tx.sql.insertInto('passkey_challenge').values(challenge).execute();
}

/** Uses up a challenge; false when it does not exist, has expired, or is of another purpose or session. */
export async function consumeChallenge(
  tx: LoginTx,
  { challenge, purpose, session_id }: { challenge: string; purpose: ChallengePurpose; session_id: string | null },
  now: Date,
): Promise<boolean> {
  const used = await tx.sql
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('session_id', 'is not distinct from', session_id)
    .returning('expires_at')
    .executeTakeFirst();
  return used !== undefined && Date.parse(used.expires_at) > now.getTime();
}
