/** Rules of SNAP credentials: status, own access of scopes, and which public keys are accepted. Pure. */
import { type KeyObject, createHash, createPublicKey } from 'node:crypto';
import type { AccessEntry } from '@dasbor/contract/access';
import { type Localized, localized } from '@dasbor/contract/language';
import {
  SNAP_KEY_BITS_MAX,
  SNAP_KEY_BITS_MIN,
  SNAP_SCOPE_ACCESS,
  SNAP_SCOPES,
  type SnapCredentialStatus,
  type SnapScope,
} from '@dasbor/contract/snap-credential';

interface CredentialState {
  revoked_at: string | null;
  public_key_fingerprint: string | null;
}

export function toSnapStatus({ revoked_at, public_key_fingerprint }: CredentialState): SnapCredentialStatus {
  if (revoked_at !== null) return 'revoked';
  return public_key_fingerprint === null ? 'incomplete' : 'active';
}

/** The access entries of scopes. */
export const toSnapAccess = (services: readonly SnapScope[]): AccessEntry[] =>
  services.map((service) => SNAP_SCOPE_ACCESS[service]);

/** The known scopes among stored ones, each once and in their order. */
export const toSnapScopes = (stored: readonly string[]): SnapScope[] =>
  SNAP_SCOPES.filter((scope) => stored.includes(scope));

export interface PublicKey {
  /** SPKI. */
  pem: string;
  /** SHA-256 of the DER form in base64url. */
  fingerprint: string;
}

/** Smaller exponents have known weaknesses. */
const EXPONENT_MIN = 65_537n;

/** Parses an uploaded key; returns why it is refused otherwise. A private key is never accepted, although one contains the public key. */
export function parsePublicKey(text: string): PublicKey | { refusal: Localized } {
  if (/PRIVATE KEY/.test(text)) return { refusal: PRIVATE_KEY };
  if (/BEGIN CERTIFICATE/.test(text)) return { refusal: CERTIFICATE };
  let key: KeyObject;
  try {
    key = createPublicKey(text);
  } catch {
    return { refusal: NOT_PEM };
  }
  if (key.asymmetricKeyType !== 'rsa') return { refusal: NOT_RSA };
  const { modulusLength: bits = 0, publicExponent: exponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (bits < SNAP_KEY_BITS_MIN || bits > SNAP_KEY_BITS_MAX) return { refusal: wrongLength(bits) };
  if (exponent < EXPONENT_MIN) return { refusal: WEAK_EXPONENT };
  const fingerprint = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
  return { pem: key.export({ type: 'spki', format: 'pem' }).toString(), fingerprint };
}

const PRIVATE_KEY = localized(
  'This is a private key. Create a new key pair, keep its private key on your server and upload the public key only.',
  'Ini private key. Buat pasangan key baru, simpan private key di server Anda, dan unggah public key saja.',
);
const CERTIFICATE = localized(
  'This is a certificate. Upload its public key: it begins with -----BEGIN PUBLIC KEY-----.',
  'Ini sertifikat. Unggah public key-nya: diawali dengan -----BEGIN PUBLIC KEY-----.',
);
const NOT_PEM = localized(
  'This is not a public key in PEM format. It begins with -----BEGIN PUBLIC KEY-----.',
  'Ini bukan public key dalam format PEM. Public key diawali dengan -----BEGIN PUBLIC KEY-----.',
);
const NOT_RSA = localized(
  'SNAP BI uses RSA keys. Create an RSA key pair of at least 2048 bits.',
  'SNAP BI memakai key RSA. Buat pasangan key RSA dengan panjang minimal 2048 bit.',
);
const WEAK_EXPONENT = localized(
  'The exponent of this key is too small. Create a key with the exponent 65537.',
  'Eksponen key ini terlalu kecil. Buat key dengan eksponen 65537.',
);
const wrongLength = (bits: number): Localized =>
  localized(
    `This key has ${bits} bits. Use ${SNAP_KEY_BITS_MIN} to ${SNAP_KEY_BITS_MAX} bits.`,
    `Panjang key ini ${bits} bit. Gunakan ${SNAP_KEY_BITS_MIN} sampai ${SNAP_KEY_BITS_MAX} bit.`,
  );
