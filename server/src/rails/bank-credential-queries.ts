/** SQL of the credentials that merchants have at the bank, as calls and callbacks read them. */
import type { VaBank } from '@dasbor/contract/bank';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

/** A credential with its sealed secrets, removed ones too: what was issued under it goes on. */
export const findSealedCredential = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('bank_credential')
    .select(['merchant_id', 'id', 'version', 'client_key', 'client_secret_sealed', 'partner_private_key_sealed'])
    .select(['bank_client_key', 'bank_client_secret_sealed', 'bank_public_key'])
    .select(['former_bank_client_key', 'former_bank_client_secret_sealed', 'former_bank_public_key'])
    .select('former_valid_until')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();

/** The credential that new payments through a channel use; null: that of the provider. */
export async function findUsableCredential(tx: MerchantTx, channel: 'QRIS' | VaBank): Promise<string | null> {
  const row = await tx.sql
    .selectFrom('bank_credential')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('channel', '=', channel)
    .where('activated_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The merchant and the credential of a client key of the bank. Read as the provider, because no merchant is known yet. */
export const findByBankClientKey = (tx: PlatformTx, bank_client_key: string) =>
  tx.sql
    .selectFrom('bank_credential_directory')
    .select(['merchant_of', 'credential_id'])
    .where('bank_client_key', '=', bank_client_key)
    .executeTakeFirst();
