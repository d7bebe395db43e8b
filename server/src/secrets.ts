/** Secrets of the installation: generated once into the data folder, or provided by the operator in production. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const text = z.string().min(1);
/** 32 bytes in base64, the strength that every key derived from it has. */
const key = z.string().refine((given) => Buffer.from(given, 'base64').length === 32, 'must be 32 bytes in base64');

/** Credentials agreed with the bank for SNAP BI, from our side. */
const snap_credentials = z.object({
  /** Our X-CLIENT-KEY at the bank. */
  client_key: text,
  /** Key of the HMAC under each of our requests to the bank. */
  client_secret: text,
  /** RSA-2048, PKCS #8: signs our token requests. */
  partner_private_key_pem: text,
  /** The bank's X-CLIENT-KEY at our callback endpoints. */
  bank_client_key: text,
  /** Key of the HMAC under each callback. */
  bank_client_secret: text,
  /** RSA-2048, SPKI: checks the bank's token requests. */
  bank_public_key_pem: text,
});

const snap = snap_credentials.extend({
  /**
   * Credentials before a rotation: requests of the bank that are signed with them are accepted until `valid_until`.
   * Entries that did not change may be absent. Our own requests use the current ones.
   */
  former: snap_credentials
    .partial()
    .extend({ valid_until: z.iso.datetime({ offset: true }) })
    .optional(),
  /** Entries that were issued for a rotation and are not in use yet (`npm run rotate-snap`). */
  next: snap_credentials.partial().optional(),
});

const schema = z.object({
  /** Password of the login role `<database>_web`. */
  web_password: text,
  /** Password of the login role `<database>_jobs`. */
  jobs_password: text,
  /** Keys of tokens and signed links are derived from it, one per purpose; 32 bytes in base64. */
  access_token_key: key,
  /** Wraps the keys of stored secrets, 32 bytes in base64. Losing it loses every stored secret. */
  key_encryption_key: key,
  /** Keys before a rotation, which still decrypt until `npm run rotate-keys -- --finish` removes them. */
  former_key_encryption_keys: z.array(key).optional(),
  /** Signs bot-check challenges, 32 bytes in base64. */
  bot_check_key: key,
  snap,
});

export type Secrets = z.infer<typeof schema>;
export type SnapCredentials = z.infer<typeof snap_credentials>;

/** The credentials with which the bank may sign now: the current ones, then the former ones during a rotation. */
export function listAcceptedCredentials(current: Secrets['snap'], now: Date): SnapCredentials[] {
  const { former } = current;
  if (former === undefined || now.getTime() >= Date.parse(former.valid_until)) return [current];
  // One object per set, because keys derived from it are cached by it.
  let merged = former_credentials.get(current);
  if (merged === undefined) {
    merged = snap_credentials.parse({ ...current, ...former });
    former_credentials.set(current, merged);
  }
  return [current, merged];
}

const former_credentials = new WeakMap<Secrets['snap'], SnapCredentials>();

/** The same credentials from the bank's side: contents of the file named by BANK_CREDENTIALS. */
export type BankCredentials = {
  client_key: string;
  client_secret: string;
  partner_public_key_pem: string;
  bank_client_key: string;
  bank_client_secret: string;
  bank_private_key_pem: string;
};

export const SECRETS_FILE = 'secrets.json';
export const BANK_CREDENTIALS_FILE = 'bank-credentials.json';

/**
 * Reads `data_dir/secrets.json`. Outside production, missing secrets are generated and written with mode 600, together with
 * `bank-credentials.json` for the sandbox bank. In production it throws and names every missing or invalid secret.
 */
export function ensureSecrets(data_dir: string, node_env = 'development'): Secrets {
  const file = path.join(data_dir, SECRETS_FILE);
  const stored = readStored(file);
  const complete = schema.safeParse(stored);
  if (complete.success) return complete.data;
  if (node_env === 'production') {
    const invalid = complete.error.issues.map((issue) => issue.path.join('.') || 'the file').join(', ');
    throw new Error(`${file} must hold the secrets of a production installation. Missing or invalid: ${invalid}`);
  }
  const secrets = schema.parse({ ...generateSecrets(), ...createBankCredential(data_dir, stored), ...stored });
  writePrivate(file, secrets);
  return secrets;
}

/** Makes a new key-encryption key the current one; the former ones still decrypt. Returns the changed secrets. */
export function addKeyEncryptionKey(data_dir: string): Secrets {
  return changeSecrets(data_dir, ({ key_encryption_key, former_key_encryption_keys = [], ...rest }) => ({
    ...rest,
    key_encryption_key: randomBytes(32).toString('base64'),
    former_key_encryption_keys: [key_encryption_key, ...former_key_encryption_keys],
  }));
}

/** Removes the former keys: what only they can decrypt is lost. */
export const removeFormerKeys = (data_dir: string): Secrets =>
  changeSecrets(data_dir, ({ former_key_encryption_keys: _former, ...rest }) => rest);

/** Changes the stored secrets. Running processes keep what they read at their start. */
export function changeSecrets(data_dir: string, change: (secrets: Secrets) => Secrets): Secrets {
  const file = path.join(data_dir, SECRETS_FILE);
  const changed = schema.parse(change(schema.parse(readStored(file))));
  writePrivate(file, changed);
  return changed;
}

function readStored(file: string): Record<string, unknown> {
  if (!fs.existsSync(file)) return {};
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`${file} is not valid JSON`, { cause: error });
  }
}

function generateSecrets(): Omit<Secrets, 'snap' | 'former_key_encryption_keys'> {
  return {
    web_password: randomBytes(24).toString('base64url'),
    jobs_password: randomBytes(24).toString('base64url'),
    access_token_key: randomBytes(32).toString('base64'),
    key_encryption_key: randomBytes(32).toString('base64'),
    bot_check_key: randomBytes(32).toString('base64'),
  };
}

/** Generates both sides. The bank's file is written first, so that ours never exists without it. */
function createBankCredential(data_dir: string, stored: Record<string, unknown>): Partial<Secrets> {
  if (stored.snap !== undefined) return {};
  const encoding = {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  } as const;
  const partner = generateKeyPairSync('rsa', encoding);
  const bank = generateKeyPairSync('rsa', encoding);
  const shared = {
    client_key: `dasbor-${randomBytes(8).toString('hex')}`,
    client_secret: randomBytes(32).toString('hex'),
    bank_client_key: `bank-${randomBytes(8).toString('hex')}`,
    bank_client_secret: randomBytes(32).toString('hex'),
  };
  const credentials: BankCredentials = {
    ...shared,
    partner_public_key_pem: partner.publicKey,
    bank_private_key_pem: bank.privateKey,
  };
  fs.mkdirSync(data_dir, { recursive: true });
  writePrivate(path.join(data_dir, BANK_CREDENTIALS_FILE), credentials);
  return {
    snap: { ...shared, partner_private_key_pem: partner.privateKey, bank_public_key_pem: bank.publicKey },
  };
}

/** Writes atomically: a partial key file after a crash would make encrypted data unreadable. */
export function writePrivate(file: string, value: unknown): void {
  const partial_file = `${file}.${process.pid}`;
  const handle = fs.openSync(partial_file, 'w', 0o600);
  fs.writeSync(handle, `${JSON.stringify(value, null, 2)}\n`);
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  fs.renameSync(partial_file, file);
}
