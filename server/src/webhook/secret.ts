/** Signing secrets and custom headers of endpoints: generated here, stored encrypted, used to sign requests. */
import { randomBytes } from 'node:crypto';
import * as duration from '@dasbor/contract/duration';
import { Webhook } from 'standardwebhooks';
import { type FormerSecret, addFormerSecret, parseFormerSecrets } from '../former-secrets.ts';
import type { SecretContext, Vault } from '../vault.ts';

/** Stands for a secret value in stored headers. */
export const MASK = '••••••';
const SECRET_BYTES = 32;
/** Period after a rotation in which the former secret signs as well. */
export const ROTATION_OVERLAP_MS = duration.hours(24);

export const generateWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

type SealedColumn = 'secret_sealed' | 'previous_secret_sealed' | 'headers_sealed';

const buildContext = (merchant_id: string, row_id: string, column: SealedColumn): SecretContext => ({
  table: 'webhook_endpoint',
  column,
  merchant_id,
  row_id,
});

interface Owner {
  merchant_id: string;
  id: string;
}

export const sealColumn = (vault: Vault, { merchant_id, id }: Owner, column: SealedColumn, plain: string): string =>
  vault.seal(buildContext(merchant_id, id, column), plain);

const open = (vault: Vault, { merchant_id, id }: Owner, column: SealedColumn, sealed: string): string =>
  vault.open(buildContext(merchant_id, id, column), sealed);

export interface SealedEndpoint extends Owner {
  /** Null: an endpoint of a SNAP credential, which has keys of its own. */
  secret_sealed: string | null;
  previous_secret_sealed: string | null;
  previous_secret_expires_at: string | null;
  headers_sealed: string | null;
}

export interface SigningKeys {
  /** The current secret, then those that rotations replaced. */
  secrets: string[];
  headers: Record<string, string>;
}

/** The secrets before a rotation, sealed for their column: that which it replaces, and earlier ones until their own time. */
export function sealPrevious(
  vault: Vault,
  endpoint: SealedEndpoint,
  { now, expires_at }: { now: Date; expires_at: Date },
): { previous_secret_sealed: string; previous_secret_expires_at: Date } {
  const former = addFormerSecret(openFormer(vault, endpoint, now), openCurrent(vault, endpoint), expires_at);
  return {
    previous_secret_sealed: sealColumn(vault, endpoint, 'previous_secret_sealed', former.text),
    previous_secret_expires_at: former.expires_at,
  };
}

function openFormer(vault: Vault, endpoint: SealedEndpoint, now: Date): FormerSecret[] {
  const { previous_secret_sealed: previous, previous_secret_expires_at: expires_at } = endpoint;
  if (previous === null || expires_at === null || Date.parse(expires_at) <= now.getTime()) return [];
  return parseFormerSecrets(open(vault, endpoint, 'previous_secret_sealed', previous), expires_at, now);
}

function openCurrent(vault: Vault, endpoint: SealedEndpoint): string {
  if (endpoint.secret_sealed === null) throw new Error(`${endpoint.id} has no secret of its own`);
  return open(vault, endpoint, 'secret_sealed', endpoint.secret_sealed);
}

export function openEndpoint(vault: Vault, endpoint: SealedEndpoint, now: Date): SigningKeys {
  const secrets = [openCurrent(vault, endpoint), ...openFormer(vault, endpoint, now).map(({ secret }) => secret)];
  const { headers_sealed } = endpoint;
  const headers =
    headers_sealed === null
      ? {}
      : (JSON.parse(open(vault, endpoint, 'headers_sealed', headers_sealed)) as Record<string, string>);
  return { secrets, headers };
}

/** Headers of the Standard Webhooks specification: one signature per live secret. */
export const signWebhook = (
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
});
