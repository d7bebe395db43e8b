/** Secrets of the credentials that merchants have at the bank: stored encrypted, our key pair generated here. */
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Secrets } from '../secrets.ts';
import type { SecretContext, Vault } from '../vault.ts';

const OUR_KEY_BITS = 2048;

/** The RSA key pair that signs our token requests under one credential, as PEM. */
export const generatePartnerKeys = (): Promise<{ publicKey: string; privateKey: string }> =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: OUR_KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

export interface CredentialKey {
  merchant_id: string;
  id: string;
}
type SealedColumn =
  | 'client_secret_sealed'
  | 'partner_private_key_sealed'
  | 'bank_client_secret_sealed'
  | 'former_bank_client_secret_sealed';

const buildContext = ({ merchant_id, id }: CredentialKey, column: SealedColumn): SecretContext => ({
  table: 'bank_credential',
  column,
  merchant_id,
  row_id: id,
});

export const sealBankSecret = (vault: Vault, key: CredentialKey, column: SealedColumn, secret: string): string =>
  vault.seal(buildContext(key, column), secret);

export const openBankSecret = (vault: Vault, key: CredentialKey, column: SealedColumn, sealed: string): string =>
  vault.open(buildContext(key, column), sealed);

/** A stored credential with its secrets sealed. */
export interface SealedCredential extends CredentialKey {
  client_key: string;
  client_secret_sealed: string;
  partner_private_key_sealed: string;
  bank_client_key: string;
  bank_client_secret_sealed: string;
  bank_public_key: string;
  former_bank_client_key: string | null;
  former_bank_client_secret_sealed: string | null;
  former_bank_public_key: string | null;
  former_valid_until: string | null;
}

/** The credentials in the form of those of the provider, with the former ones of the bank during a rotation. */
export function openCredential(vault: Vault, row: SealedCredential): Secrets['snap'] {
  const open = (column: SealedColumn, sealed: string) => openBankSecret(vault, row, column, sealed);
  const {
    former_bank_client_key,
    former_bank_client_secret_sealed: former_secret,
    former_bank_public_key,
    former_valid_until,
  } = row;
  const has_former =
    former_bank_client_key !== null &&
    former_secret !== null &&
    former_bank_public_key !== null &&
    former_valid_until !== null;
  return {
    client_key: row.client_key,
    client_secret: open('client_secret_sealed', row.client_secret_sealed),
    partner_private_key_pem: open('partner_private_key_sealed', row.partner_private_key_sealed),
    bank_client_key: row.bank_client_key,
    bank_client_secret: open('bank_client_secret_sealed', row.bank_client_secret_sealed),
    bank_public_key_pem: row.bank_public_key,
    ...(has_former
      ? {
          former: {
            bank_client_key: former_bank_client_key,
            bank_client_secret: open('former_bank_client_secret_sealed', former_secret),
            bank_public_key_pem: former_bank_public_key,
            valid_until: former_valid_until,
          },
        }
      : {}),
  };
}
