/** Request context of the use cases of second factors. */
import type { FastifyRequest } from 'fastify';
import type { SecurityEventKind } from '@dasbor/contract/account';
import { localized } from '@dasbor/contract/language';
import { recordSecurityEvent } from '../auth/security-event-queries.ts';
import { type Factors, hasSecondFactor } from '../auth/factor-queries.ts';
import type { SecurityEventDetails } from '../db/column-types.ts';
import type { LoginTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { getOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import type { User } from '../http/user.ts';

export interface FactorContext {
  deps: Deps;
  request: FastifyRequest;
  now: Date;
}

/** Records a change of the user's own second factors: audited and emailed to them. */
export const recordChange = (
  { request, now }: Pick<FactorContext, 'request' | 'now'>,
  tx: LoginTx,
  user: User,
  event: { kind: SecurityEventKind; details?: SecurityEventDetails },
): Promise<void> => recordSecurityEvent(tx, { user_id: user.id, at: now, ...getOrigin(request), ...event });

export const notEnabled = () =>
  new Problem(
    409,
    'not_enabled',
    localized(
      'No second factor is enabled. Enable one under Profile first.',
      'Faktor kedua belum aktif. Aktifkan dahulu di Profil.',
    ),
  );

/** Throws 422 when a required second factor would be gone. `left`: the factors after the change. */
export function assertSecondFactorLeft(user: User, left: Pick<Factors, 'totp' | 'passkeys'>): void {
  if (!user.is_second_factor_required || hasSecondFactor(left)) return;
  throw new Problem(
    422,
    'last_second_factor',
    localized(
      'A second factor is required for your account. Add another one before you remove this one.',
      'Faktor kedua wajib untuk akun Anda. Tambahkan yang lain sebelum menghapus yang ini.',
    ),
  );
}
