/** SQL of SNAP credentials. */
import { sql } from 'kysely';
import type { SnapNotifySignature } from '@dasbor/contract/snap-credential';
import type { NotifyUrls } from '../db/column-types.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

const COLUMNS = [
  'id',
  'name',
  'client_key',
  'channel_id',
  'signature_encoding',
  'services',
  'notify_urls',
  'notify_signature',
  'notify_public_key',
  'public_key_fingerprint',
  'public_key_at',
  'previous_secret_expires_at',
  'created_at',
  'created_by',
  'last_used_at',
  'last_used_ip',
  'revoked_at',
] as const;

const CREDENTIALS_MAX = 200;

/** The merchant's credentials without secrets, newest first. */
export const listCredentials = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('snap_credential')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(CREDENTIALS_MAX)
    .execute();

export type CredentialRow = Awaited<ReturnType<typeof listCredentials>>[number];

export interface NewCredential {
  id: string;
  name: string;
  client_key: string;
  client_secret_sealed: string;
  partner_public_key: string | null;
  public_key_fingerprint: string | null;
  public_key_at: Date | null;
  channel_id: string;
  signature_encoding: 'base64' | 'hex';
  services: string[];
  notify_urls: NotifyUrls;
  notify_signature: SnapNotifySignature;
  notify_private_key_sealed: string | null;
  notify_public_key: string | null;
  /** Id of the user behind every request. */
  owner_id: string;
  created_by: string;
  created_at: Date;
}

/** Makes the merchant of a client key known. Runs before the credential is stored: an entry without one means nothing. */
export async function insertDirectoryEntry(tx: PlatformTx, client_key: string, merchant_of: string): Promise<void> {
  await tx.sql.insertInto('snap_credential_directory').values({ client_key, merchant_of }).execute();
}

export const insertCredential = (tx: MerchantTx, credential: NewCredential) =>
  tx.sql
    .insertInto('snap_credential')
    .values({ merchant_id: tx.merchant_id, ...credential, notify_urls: JSON.stringify(credential.notify_urls) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export const findCredential = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('snap_credential')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();

/** Reads a credential and locks its row until the end of the transaction. */
export const lockCredential = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('snap_credential')
    .select([...COLUMNS, 'client_secret_sealed', 'previous_secret_sealed'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export type LockedCredential = NonNullable<Awaited<ReturnType<typeof lockCredential>>>;

type CredentialChange = Partial<
  Pick<NewCredential, 'name' | 'services' | 'channel_id' | 'signature_encoding' | 'client_secret_sealed'> &
    Pick<NewCredential, 'notify_urls' | 'notify_signature' | 'notify_private_key_sealed' | 'notify_public_key'> &
    Pick<NewCredential, 'partner_public_key' | 'public_key_fingerprint' | 'public_key_at'> & {
      previous_secret_sealed: string | null;
      previous_secret_expires_at: Date | null;
      revoked_at: Date;
    }
>;

export const updateCredential = (tx: MerchantTx, id: string, { notify_urls, ...change }: CredentialChange) =>
  tx.sql
    .updateTable('snap_credential')
    .set({ ...change, ...(notify_urls === undefined ? {} : { notify_urls: JSON.stringify(notify_urls) }) })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Number of credentials that are not revoked. */
export async function countActiveCredentials(tx: MerchantTx): Promise<number> {
  const { count } = await tx.sql
    .selectFrom('snap_credential')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** A credential by its client key, with what authentication needs. Read as the provider, because no merchant is known yet. */
export async function findByClientKey(tx: PlatformTx, client_key: string) {
  const entry = await tx.sql
    .selectFrom('snap_credential_directory')
    .select('merchant_of')
    .where('client_key', '=', client_key)
    .executeTakeFirst();
  if (entry === undefined) return undefined;
  return tx.sql
    .selectFrom('snap_credential')
    .select(['merchant_id', 'id', 'name', 'owner_id', 'client_key', 'client_secret_sealed', 'services'])
    .select(['previous_secret_sealed', 'previous_secret_expires_at', 'partner_public_key', 'public_key_fingerprint'])
    .select(['channel_id', 'signature_encoding', 'last_used_at'])
    .where('merchant_id', '=', entry.merchant_of)
    .where('client_key', '=', client_key)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** A credential that is not revoked, as authentication reads it. */
export type UsableCredential = NonNullable<Awaited<ReturnType<typeof findByClientKey>>>;

/** Stores the last use of a credential, to the minute. */
export const touchCredential = (
  tx: PlatformTx,
  { merchant_id, id }: Pick<UsableCredential, 'merchant_id' | 'id'>,
  use: { last_used_at: Date; last_used_ip: string | null },
) =>
  tx.sql.updateTable('snap_credential').set(use).where('merchant_id', '=', merchant_id).where('id', '=', id).execute();
