/** A passkey authenticator in software: answers the options of the server as a browser with a verified user does. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '@dasbor/contract/passkey';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Options {
  origin: string;
  /** Whether the authenticator verified its user, by PIN or biometrics. */
  verifies_user?: boolean;
}

export interface VirtualAuthenticator {
  create: (options: Record<string, unknown>) => PasskeyRegistration;
  get: (options: Record<string, unknown>) => PasskeyAssertion;
  /** Sets the counter back, as a copy of the authenticator would have it. */
  setCount: (count: number) => void;
}

export function createVirtualAuthenticator({ origin, verifies_user = true }: Options): VirtualAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const credential_id = randomBytes(32);
  const rp_hash = createHash('sha256').update(new URL(origin).hostname).digest();
  const flags = USER_PRESENT | (verifies_user ? USER_VERIFIED : 0);
  let count = 0;

  const buildAuthData = (more_flags: number, more: Buffer[] = []): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++count);
    return Buffer.concat([rp_hash, Buffer.from([flags | more_flags]), counter, ...more]);
  };
  const buildClientData = (type: string, options: Record<string, unknown>): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: options['challenge'], origin, crossOrigin: false }));
  const common = {
    id: credential_id.toString('base64url'),
    rawId: credential_id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };
  const coordinate = (value: string | undefined) => Buffer.from(value ?? '', 'base64url');

  return {
    create: (options) => {
      const key = Buffer.concat([
        // A CBOR map of five: key type EC2, ES256, curve P-256, x, y.
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        coordinate(jwk.x),
        Buffer.from([0x22, 0x58, 0x20]),
        coordinate(jwk.y),
      ]);
      const auth_data = buildAuthData(HAS_CREDENTIAL, [
        Buffer.alloc(16),
        Buffer.from([0, credential_id.length]),
        credential_id,
        key,
      ]);
      const attestation = encodeAttestation(auth_data);
      return {
        ...common,
        response: {
          clientDataJSON: buildClientData('webauthn.create', options).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get: (options) => {
      const client_data = buildClientData('webauthn.get', options);
      const auth_data = buildAuthData(0);
      const signed = Buffer.concat([auth_data, createHash('sha256').update(client_data).digest()]);
      return {
        ...common,
        response: {
          clientDataJSON: client_data.toString('base64url'),
          authenticatorData: auth_data.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        },
      };
    },
    setCount: (next) => {
      count = next;
    },
  };
}

/** A CBOR map of three: fmt "none", an empty attStmt, authData. */
const encodeAttestation = (auth_data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59, auth_data.length >> 8, auth_data.length & 0xff]),
    auth_data,
  ]);
