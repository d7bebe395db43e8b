/** Why a SNAP credential is refused. */
import { localized } from '@dasbor/contract/language';
import { ACTIVE_SNAP_CREDENTIALS_MAX, type SnapScope } from '@dasbor/contract/snap-credential';
import { findExceedingEntries } from '../api-settings/rules.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { type PublicKey, parsePublicKey, toSnapAccess } from './rules.ts';

/** Throws 422 `invalid_public_key`. */
export function readPublicKey(text: string): PublicKey {
  const key = parsePublicKey(text);
  if (!('refusal' in key)) return key;
  throw new Problem(422, 'invalid_public_key', key.refusal, { errors: [{ field: 'public_key', detail: key.refusal }] });
}

/** Throws 422 `access_exceeds_own` when a scope allows something that the principal may not do. */
export function assertWithinOwnAccess(principal: Principal, services: readonly SnapScope[]): void {
  const exceeding = findExceedingEntries(principal, toSnapAccess(services));
  if (exceeding.length === 0) return;
  const groups = exceeding.map(({ group }) => group).join(', ');
  throw new Problem(
    422,
    'access_exceeds_own',
    localized(
      `A credential cannot have more access than you: ${groups}. Ask someone who manages them.`,
      `Kredensial tidak boleh memiliki akses melebihi akses Anda: ${groups}. Minta bantuan orang yang mengelolanya.`,
    ),
  );
}

export const tooManyCredentials = () =>
  new Problem(
    422,
    'too_many_snap_credentials',
    localized(
      `A merchant has at most ${ACTIVE_SNAP_CREDENTIALS_MAX} SNAP credentials. Revoke one that is no longer used.`,
      `Merchant memiliki paling banyak ${ACTIVE_SNAP_CREDENTIALS_MAX} kredensial SNAP. Cabut yang tidak lagi dipakai.`,
    ),
  );
