/** SNAP credentials, with which a merchant's own servers call the SNAP BI services (domain 1.13, 4.7). */
import { z } from 'zod';
import { type Access, needs } from './access.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const SNAP_NAME_MAX = 64;
export const SNAP_PUBLIC_KEY_MAX = 4_000;
/** Credentials of a merchant that are not revoked. */
export const ACTIVE_SNAP_CREDENTIALS_MAX = 20;
/** Hours for which the secret before a rotation still signs. */
export const SNAP_OVERLAP_HOURS = [0, 1, 24, 72] as const;
/** Bits of an RSA key. */
export const SNAP_KEY_BITS_MIN = 2_048;
export const SNAP_KEY_BITS_MAX = 8_192;
export const SNAP_CHANNEL_DEFAULT = '95221';

export const SNAP_ENCODINGS = ['base64', 'hex'] as const;
export type SnapEncoding = (typeof SNAP_ENCODINGS)[number];
/** Services that a credential may call. */
export const SNAP_SCOPES = ['qris', 'virtual_account'] as const;
export type SnapScope = (typeof SNAP_SCOPES)[number];
/** The access that each scope has, and that the person who grants it needs. */
export const SNAP_SCOPE_ACCESS = {
  qris: { group: 'QRIS', access: 'manage' },
  virtual_account: { group: 'Virtual Accounts', access: 'manage' },
} as const satisfies Record<SnapScope, object>;
/** Notifications that a merchant's server receives: payments of QR codes (service 52) and of virtual accounts (service 25). */
export const SNAP_NOTIFICATIONS = ['qr_mpm_notify', 'va_payment'] as const;
export type SnapNotification = (typeof SNAP_NOTIFICATIONS)[number];
/** The service that a credential needs for a notification. */
export const SNAP_NOTIFICATION_SCOPES = {
  qr_mpm_notify: 'qris',
  va_payment: 'virtual_account',
} as const satisfies Record<SnapNotification, SnapScope>;
/** Signature of notifications. */
export const SNAP_NOTIFY_SIGNATURES = ['asymmetric', 'symmetric'] as const;
export type SnapNotifySignature = (typeof SNAP_NOTIFY_SIGNATURES)[number];
export const SNAP_NOTIFY_URL_MAX = 1_900;

/** incomplete: there is no public key yet, so that no access token is issued. */
export const SNAP_CREDENTIAL_STATUSES = ['active', 'incomplete', 'revoked'] as const;
export type SnapCredentialStatus = (typeof SNAP_CREDENTIAL_STATUSES)[number];

const NAME_EMPTY = validationMessage('Enter a name for the credential.', 'Masukkan nama kredensial.');
const CHANNEL_INVALID = validationMessage('Enter 5 digits.', 'Masukkan 5 angka.');
const SCOPE_MISSING = validationMessage('Choose at least one service.', 'Pilih setidaknya satu layanan.');

const name = z.string().trim().min(1, NAME_EMPTY).max(SNAP_NAME_MAX).describe('Name of the credential');
const channel_id = z
  .string()
  .regex(/^\d{5}$/, CHANNEL_INVALID)
  .describe('CHANNEL-ID of every request, 5 digits');
const signature_encoding = z.enum(SNAP_ENCODINGS).describe('Encoding of X-SIGNATURE, in both directions');
const services = z.array(z.enum(SNAP_SCOPES)).min(1, SCOPE_MISSING).max(10).describe('Services that may be called');
const notify_url = z.string().trim().min(1).max(SNAP_NOTIFY_URL_MAX).nullable();
const QR_URL =
  'Base URL of your SNAP BI service; paid QR codes are notified at its path `/v1.0/qr/qr-mpm-notify` (service 52)';
const VA_URL =
  'Base URL of your SNAP BI service; payments to virtual accounts are notified at its path `/v1.0/transfer-va/payment` (service 25)';
const notify_urls = z.strictObject({
  qr_mpm_notify: notify_url.optional().describe(`${QR_URL}. Null ends the notifications; omitted stays as it is`),
  va_payment: notify_url.optional().describe(`${VA_URL}. Null ends the notifications; omitted stays as it is`),
});
const notify_signature = z
  .enum(SNAP_NOTIFY_SIGNATURES)
  .describe(
    'Signature of notifications. asymmetric: RSA with our key and no token; symmetric: HMAC with the client secret and an access token that your server issues',
  );
const public_key = z
  .string()
  .trim()
  .min(1)
  .max(SNAP_PUBLIC_KEY_MAX)
  .describe('RSA public key as PEM, at least 2048 bits; its private key signs the token requests');

export const snapCredential = z.object({
  id: idSchema('snap_credential'),
  name: z.string().describe('Name of the credential'),
  status: z.enum(SNAP_CREDENTIAL_STATUSES).describe('incomplete: needs a public key before it can be used'),
  client_key: z.string().describe('X-CLIENT-KEY of token requests and X-PARTNER-ID of all others'),
  channel_id: z.string().describe('CHANNEL-ID of every request'),
  signature_encoding,
  services: z.array(z.enum(SNAP_SCOPES)).describe('Services that may be called'),
  public_key_fingerprint: z.string().nullable().describe('SHA-256 of the public key in base64url; null without one'),
  public_key_at: instant.nullable().describe('When the public key was uploaded'),
  notify_urls: z
    .object({
      qr_mpm_notify: z.string().nullable().describe(`${QR_URL}; null: not notified`),
      va_payment: z.string().nullable().describe(`${VA_URL}; null: not notified`),
    })
    .describe('Where payments are notified over SNAP BI'),
  notify_signature,
  notify_public_key: z
    .string()
    .nullable()
    .describe('Our RSA public key for this credential as PEM, which checks our signatures; null before the first URL'),
  previous_secret_expires_at: instant
    .nullable()
    .describe('Until when the secret before the last rotation still signs; null when only the current one does'),
  created_at: instant.describe('Time of creation'),
  created_by: z.string().describe('Name of the user who created the credential'),
  last_used_at: instant.nullable().describe('Time of the last use, to the minute'),
  last_used_ip: z.string().nullable().describe('IP address of the last use'),
  revoked_at: instant.nullable().describe('Time of revocation'),
});
export type SnapCredential = z.infer<typeof snapCredential>;

const withSecret = z.object({
  data: z.object({
    ...snapCredential.shape,
    client_secret: z.string().describe('Key of the symmetric signature. Store it now; it cannot be retrieved later'),
  }),
});
export type NewSnapCredential = z.infer<typeof withSecret>['data'];

const access: Access = needs('API', 'manage', { users_only: true });
const params = z.object({ id: idSchema('snap_credential') });
const output = z.object({ data: snapCredential });

const URL_ERRORS = { snap_service_missing: 422, webhook_url_not_allowed: 422 } as const;

export const listSnapCredentials = route({
  name: 'listSnapCredentials',
  method: 'GET',
  path: '/snap-credentials',
  summary: 'List SNAP credentials',
  access: needs('API', 'view', { users_only: true }),
  output: z.object({ data: z.array(snapCredential) }),
});

export const createSnapCredential = route({
  name: 'createSnapCredential',
  method: 'POST',
  path: '/snap-credentials',
  summary: 'Create a SNAP credential. The client secret is returned only once',
  returns_secret: true,
  access,
  step_up: true,
  body: z.strictObject({
    name,
    services,
    channel_id: channel_id.default(SNAP_CHANNEL_DEFAULT),
    signature_encoding: signature_encoding.default('base64'),
    public_key: public_key.optional(),
    notify_urls: notify_urls.optional().describe('Where payments are notified over SNAP BI'),
    notify_signature: notify_signature.default('asymmetric'),
  }),
  status: 201,
  output: withSecret,
  errors: { access_exceeds_own: 422, invalid_public_key: 422, ...URL_ERRORS, too_many_snap_credentials: 422 },
});

export const changeSnapCredential = route({
  name: 'changeSnapCredential',
  method: 'PATCH',
  path: '/snap-credentials/{id}',
  summary: 'Change a SNAP credential. Omitted fields stay as they are',
  access,
  step_up: true,
  params,
  body: z.strictObject({
    name: name.optional(),
    services: services.optional(),
    channel_id: channel_id.optional(),
    signature_encoding: signature_encoding.optional(),
    notify_urls: notify_urls.optional().describe('Where payments are notified over SNAP BI'),
    notify_signature: notify_signature.optional(),
  }),
  output,
  errors: { access_exceeds_own: 422, ...URL_ERRORS, snap_credential_revoked: 409 },
});

export const replaceSnapPublicKey = route({
  name: 'replaceSnapPublicKey',
  method: 'PUT',
  path: '/snap-credentials/{id}/public-key',
  summary: 'Upload or replace the public key of a SNAP credential. Access tokens of the former key end at once',
  access,
  step_up: true,
  params,
  body: z.strictObject({ public_key }),
  output,
  errors: { access_exceeds_own: 422, invalid_public_key: 422, snap_credential_revoked: 409 },
});

export const rotateSnapSecret = route({
  name: 'rotateSnapSecret',
  method: 'POST',
  path: '/snap-credentials/{id}/rotate-secret',
  summary: 'Replace the client secret of a SNAP credential. The former secret signs for the overlap only',
  returns_secret: true,
  access,
  step_up: true,
  params,
  body: z.strictObject({
    overlap_hours: z
      .literal(SNAP_OVERLAP_HOURS)
      .describe('Hours for which the former secret still signs; 0 ends it at once'),
  }),
  output: withSecret,
  errors: { access_exceeds_own: 422, snap_credential_revoked: 409 },
});

export const revokeSnapCredential = route({
  name: 'revokeSnapCredential',
  method: 'DELETE',
  path: '/snap-credentials/{id}',
  summary: 'Revoke a SNAP credential with immediate effect',
  access,
  step_up: true,
  params,
  status: 204,
});
