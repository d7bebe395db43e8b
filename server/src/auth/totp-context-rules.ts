/** Vault context of the keys of authenticator apps, authenticated with the ciphertext. They belong to a person, not a merchant. */
import type { SecretContext } from '../vault.ts';

export const buildTotpContext = (user_id: string): SecretContext => ({
  table: 'totp',
  column: 'secret_sealed',
  merchant_id: '',
  row_id: user_id,
});
