/**
 * Encrypts stored secrets that are read again, such as SFTP passwords. Envelope encryption: each secret has its own data
 * key, wrapped by the installation's key (both AES-256-GCM). The context is authenticated, so that a ciphertext cannot be
 * decrypted in another row, column or merchant.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** Location of a secret, authenticated with the ciphertext. */
export interface SecretContext {
  table: string;
  column: string;
  merchant_id: string;
  /** Id of the row; the merchant id for tables with one row per merchant. */
  row_id: string;
}

export interface Vault {
  /** Encrypts a secret for its context: `v1.<wrapped key>.<ciphertext>`. */
  seal: (context: SecretContext, plain: string) => string;
  /** Decrypts a secret. Throws when it was altered, moved to another context or encrypted with another key. */
  open: (context: SecretContext, sealed: string) => string;
}

/** Version of the installation's key; a key rotation adds the next one. */
const KEY_VERSION = 'v1';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createVault(secrets: Pick<Secrets, 'key_encryption_key'>): Vault {
  const key_encryption_key = Buffer.from(secrets.key_encryption_key, 'base64');
  if (key_encryption_key.length !== KEY_BYTES) throw new Error('key_encryption_key must be 32 bytes in base64');
  return {
    seal: (context, plain) => {
      const data_key = randomBytes(KEY_BYTES);
      const aad = buildAad(context, KEY_VERSION);
      const wrapped = encrypt(key_encryption_key, data_key, aad);
      return [KEY_VERSION, wrapped, encrypt(data_key, Buffer.from(plain, 'utf8'), aad)].join('.');
    },
    open: (context, sealed) => {
      const [version, wrapped, ciphertext, ...rest] = sealed.split('.');
      if (version !== KEY_VERSION || wrapped === undefined || ciphertext === undefined || rest.length > 0) {
        throw new Error('not a sealed secret of a known key version');
      }
      const aad = buildAad(context, version);
      return decrypt(decrypt(key_encryption_key, wrapped, aad), ciphertext, aad).toString('utf8');
    },
  };
}

const buildAad = ({ table, column, merchant_id, row_id }: SecretContext, version: string): Buffer =>
  Buffer.from([table, column, merchant_id, row_id, version].join('|'), 'utf8');

/** Nonce, tag and ciphertext in base64url. */
function encrypt(key: Buffer, plain: Buffer, aad: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

function decrypt(key: Buffer, sealed: string, aad: Buffer): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
