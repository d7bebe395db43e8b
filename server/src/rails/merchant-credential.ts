/** Client keys, secrets and key pairs of merchants' SNAP credentials: generated here, secrets stored encrypted. */
import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { type FormerSecret, parseFormerSecrets } from '../former-secrets.ts';
import { generateRandomText } from '../random-text.ts';
import type { SecretContext, Vault } from '../vault.ts';

const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const RANDOM_LENGTH = 22;

/** At most 36 characters, as X-PARTNER-ID allows. Its form distinguishes it from the client key of a bank. */
export const CLIENT_KEY_PATTERN = /^snap_(test|live)_[a-z2-9]{22}$/;

export function generateClientKey(is_sandbox: boolean): string {
  return `snap_${is_sandbox ? 'test' : 'live'}_${generateRandomText(RANDOM_LENGTH, CHARACTERS)}`;
}

/** 256 bits. */
export const generateClientSecret = (): string => randomBytes(32).toString('base64url');

const OUR_KEY_BITS = 2048;

/** The RSA key pair with which notifications to one merchant's server are signed, as PEM. */
export const generateNotifyKeys = (): Promise<{ publicKey: string; privateKey: string }> =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: OUR_KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

interface Owner {
  merchant_id: string;
  id: string;
}
type SealedColumn = 'client_secret_sealed' | 'previous_secret_sealed' | 'notify_private_key_sealed';

const buildContext = ({ merchant_id, id }: Owner, column: SealedColumn): SecretContext => ({
  table: 'snap_credential',
  column,
  merchant_id,
  row_id: id,
});

export const sealSecret = (vault: Vault, owner: Owner, column: SealedColumn, secret: string): string =>
  vault.seal(buildContext(owner, column), secret);

export const openSecret = (vault: Vault, owner: Owner, column: SealedColumn, sealed: string): string =>
  vault.open(buildContext(owner, column), sealed);

interface SealedCredential extends Owner {
  client_secret_sealed: string;
  previous_secret_sealed: string | null;
  previous_secret_expires_at: string | null;
}

/** The former secrets of a credential that are still accepted. */
export function openFormerSecrets(vault: Vault, credential: SealedCredential, now: Date): FormerSecret[] {
  const { previous_secret_sealed: previous, previous_secret_expires_at: ends_at } = credential;
  if (previous === null || ends_at === null || Date.parse(ends_at) <= now.getTime()) return [];
  return parseFormerSecrets(openSecret(vault, credential, 'previous_secret_sealed', previous), ends_at, now);
}

/** The secrets that sign now: the current one, then those that rotations replaced. */
export function openSecrets(vault: Vault, credential: SealedCredential, now: Date): string[] {
  const current = openSecret(vault, credential, 'client_secret_sealed', credential.client_secret_sealed);
  return [current, ...openFormerSecrets(vault, credential, now).map(({ secret }) => secret)];
}
