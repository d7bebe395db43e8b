/** Tokens and states of invitations. */
import { createHmac } from 'node:crypto';
import * as duration from '@dasbor/contract/duration';
import { INVITATION_DAYS, type InvitationStatus } from '@dasbor/contract/invitation';
import { toTotpSecret } from '../auth/factor-rules.ts';
import { type KeySource, deriveKey } from '../derived-key.ts';

/** The job that sends an invitation. */
export const SEND_INVITATION_JOB = 'send_invitation';
/** About a day and a half of attempts with exponential backoff. */
export const SEND_ATTEMPTS_MAX = 11;

/** Length of an id without its prefix. */
const ULID_LENGTH = 26;

export const calculateInvitationExpiry = (now: Date): Date => new Date(now.getTime() + duration.days(INVITATION_DAYS));

/**
 * The token of a link: the merchant, the account group or the invitation of staff, then 256 bits that only the server can derive. A retried email contains the same
 * link, although only the hash of the token is stored.
 */
export function deriveInvitationToken(
  keys: KeySource,
  { owner_id, id, token_no }: { owner_id: string; id: string; token_no: number },
): string {
  const secret = createHmac('sha256', deriveKey(keys, 'invitation'))
    .update(`${owner_id}|${id}|${token_no}`)
    .digest('base64url');
  return `${owner_id.slice(-ULID_LENGTH)}${secret}`;
}

/**
 * The key of the authenticator app of an invited staff member of the provider, base32. It is stored only when the invitation is
 * accepted; `totp_no` counts how often it was shown, so that only the latest one is accepted.
 */
export function deriveInvitationTotp(
  keys: KeySource,
  { id, token_no, totp_no }: { id: string; token_no: number; totp_no: number },
): string {
  return toTotpSecret(
    createHmac('sha256', deriveKey(keys, 'invitation_totp')).update(`${id}|${token_no}|${totp_no}`).digest(),
  );
}

/** The merchant that a token names. The rest of the token is compared with the stored hash. */
export const parseTokenMerchant = (token: string): string => `mer_${token.slice(0, ULID_LENGTH)}`;

/** The account group that a token names, if it is about one. */
export const parseTokenGroup = (token: string): string => `agr_${token.slice(0, ULID_LENGTH)}`;

/** The invitation of staff that a token names, if it is one. */
export const parseTokenInvitation = (token: string): string => `inv_${token.slice(0, ULID_LENGTH)}`;

export const toInvitationStatus = (
  { status, expires_at }: { status: 'pending' | 'accepted' | 'revoked'; expires_at: string },
  now: Date,
): InvitationStatus => (status === 'pending' && Date.parse(expires_at) <= now.getTime() ? 'expired' : status);
