/**
 * Encrypts stored secrets that are read again, such as SFTP passwords. Envelope encryption: each secret has its own data
 * key, wrapped by the installation's key (both AES-256-GCM). The context is authenticated, so that a ciphertext cannot be
 * decrypted in another row, column or merchant.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
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
  /** Encrypts a secret for its context: `<key version>.<wrapped key>.<ciphertext>`. */
  seal: (context: SecretContext, plain: string) => string;
  /** Decrypts a secret. Throws when it was altered, moved to another context or encrypted with another key. */
  open: (context: SecretContext, sealed: string) => string;
  /** Whether a secret is encrypted with the current key. */
  isCurrent: (sealed: string) => boolean;
}

/** The version of secrets from before key rotation: any of the keys may have wrapped them. */
const FIRST_VERSION = 'v1';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The installation's keys: the current one encrypts, the former ones still decrypt. */
export type VaultKeys = Pick<Secrets, 'key_encryption_key'> & Partial<Pick<Secrets, 'former_key_encryption_keys'>>;

interface KeyRing {
  current: { version: string; key: Buffer };
  /** Keys by the version that sealed secrets carry. */
  by_version: Map<string, Buffer>;
}

/**
 * `readKeys` reads the keys again when a secret carries an unknown version, so that running processes follow a rotation
 * without a restart.
 */
export function createVault(keys: VaultKeys, readKeys: () => VaultKeys = () => keys): Vault {
  let ring = buildRing(keys);
  const findKeys = (version: string): Buffer[] => {
    if (version === FIRST_VERSION) return [...ring.by_version.values()];
    if (!ring.by_version.has(version)) ring = buildRing(readKeys());
    const key = ring.by_version.get(version);
    return key === undefined ? [] : [key];
  };
  return {
    seal: (context, plain) => {
      const { version, key } = ring.current;
      const data_key = randomBytes(KEY_BYTES);
      const aad = buildAad(context, version);
      return [version, encrypt(key, data_key, aad), encrypt(data_key, Buffer.from(plain, 'utf8'), aad)].join('.');
    },
    open: (context, sealed) => {
      const [version = '', wrapped, ciphertext, ...rest] = sealed.split('.');
      const candidates = findKeys(version);
      if (candidates.length === 0 || wrapped === undefined || ciphertext === undefined || rest.length > 0) {
        throw new Error('not a sealed secret of a known key version');
      }
      const aad = buildAad(context, version);
      return decrypt(unwrap(candidates, wrapped, aad), ciphertext, aad).toString('utf8');
    },
    isCurrent: (sealed) => sealed.startsWith(`${ring.current.version}.`),
  };
}

function buildRing({ key_encryption_key, former_key_encryption_keys = [] }: VaultKeys): KeyRing {
  const list = [key_encryption_key, ...former_key_encryption_keys].map((text) => {
    const key = Buffer.from(text, 'base64');
    if (key.length !== KEY_BYTES) throw new Error('key_encryption_key must be 32 bytes in base64');
    return { version: getKeyVersion(key), key };
  });
  const [current] = list;
  if (current === undefined) throw new Error('key_encryption_key is missing');
  return { current, by_version: new Map(list.map(({ version, key }) => [version, key])) };
}

/** Names a key without revealing it. */
const getKeyVersion = (key: Buffer): string => `k${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;

/** Unwraps a data key by the key that wrapped it; the others fail its authentication. */
function unwrap(candidates: Buffer[], wrapped: string, aad: Buffer): Buffer {
  for (const [index, key] of candidates.entries()) {
    try {
      return decrypt(key, wrapped, aad);
    } catch (error) {
      if (index === candidates.length - 1) throw error;
    }
  }
  throw new Error('no key');
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
