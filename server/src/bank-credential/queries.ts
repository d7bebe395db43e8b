/** SQL of the credentials that merchants have at the bank, for the provider. */
import type { LinkChannel } from '@dasbor/contract/payment-link-terms';
import type { BankTestOutcome } from '@dasbor/contract/bank-credential';
import type { PlatformTx } from '../db/tx.ts';

const COLUMNS = [
  'merchant_id',
  'id',
  'channel',
  'client_key',
  'partner_public_key',
  'bank_client_key',
  'bank_public_key',
  'former_valid_until',
  'version',
  'tested_at',
  'test_outcome',
  'activated_at',
  'rotated_at',
  'created_at',
  'created_by',
] as const;

/** The current credentials of a merchant, without secrets. */
export const listCredentials = (tx: PlatformTx, merchant_id: string) =>
  tx.sql
    .selectFrom('bank_credential')
    .select(COLUMNS)
    .where('merchant_id', '=', merchant_id)
    .where('removed_at', 'is', null)
    .orderBy('channel')
    .execute();

export type CredentialRow = Awaited<ReturnType<typeof listCredentials>>[number];

export interface CurrentKey {
  merchant_id: string;
  channel: LinkChannel;
}

/** The current credential of a channel, without secrets. */
export const findCredential = (tx: PlatformTx, { merchant_id, channel }: CurrentKey) =>
  tx.sql
    .selectFrom('bank_credential')
    .select(COLUMNS)
    .where('merchant_id', '=', merchant_id)
    .where('channel', '=', channel)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/** Reads the current credential of a channel with its sealed secrets, and locks its row. */
export const lockCredential = (tx: PlatformTx, { merchant_id, channel }: CurrentKey) =>
  tx.sql
    .selectFrom('bank_credential')
    .select([...COLUMNS, 'client_secret_sealed', 'partner_private_key_sealed', 'bank_client_secret_sealed'])
    .where('merchant_id', '=', merchant_id)
    .where('channel', '=', channel)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export type LockedCredential = NonNullable<Awaited<ReturnType<typeof lockCredential>>>;

export interface NewCredential extends CurrentKey {
  id: string;
  client_key: string;
  client_secret_sealed: string;
  partner_private_key_sealed: string;
  partner_public_key: string;
  bank_client_key: string;
  bank_client_secret_sealed: string;
  bank_public_key: string;
  created_by: string;
  created_at: Date;
}

/** Name of the constraint that allows one current credential per channel. */
export const ONE_PER_CHANNEL = 'bank_credential_current';

export const insertCredential = (tx: PlatformTx, credential: NewCredential) =>
  tx.sql.insertInto('bank_credential').values(credential).returning(COLUMNS).executeTakeFirstOrThrow();

type CredentialChange = Partial<
  Pick<NewCredential, 'client_key' | 'client_secret_sealed' | 'bank_client_key' | 'bank_client_secret_sealed'> &
    Pick<NewCredential, 'bank_public_key'> & {
      former_bank_client_key: string;
      former_bank_client_secret_sealed: string;
      former_bank_public_key: string;
      former_valid_until: Date;
      version: number;
      tested_at: Date;
      test_outcome: BankTestOutcome;
      activated_at: Date | string;
      rotated_at: Date;
      removed_at: Date;
    }
>;

export const updateCredential = (
  tx: PlatformTx,
  { merchant_id, id }: Pick<CredentialRow, 'merchant_id' | 'id'>,
  change: CredentialChange,
) =>
  tx.sql
    .updateTable('bank_credential')
    .set(change)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Makes the credential of a client key of the bank known. False when the key is that of another credential. */
export async function claimBankClientKey(
  tx: PlatformTx,
  entry: { bank_client_key: string; merchant_of: string; credential_id: string },
): Promise<boolean> {
  const inserted = await tx.sql
    .insertInto('bank_credential_directory')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .returning('credential_id')
    .executeTakeFirst();
  if (inserted !== undefined) return true;
  const known = await tx.sql
    .selectFrom('bank_credential_directory')
    .select('credential_id')
    .where('bank_client_key', '=', entry.bank_client_key)
    .executeTakeFirst();
  return known?.credential_id === entry.credential_id;
}
