/** Authentication that a route requires: a recent one for sensitive routes, a second factor where it is mandatory. */
import { localized } from '@dasbor/contract/language';
import type { Route } from '@dasbor/contract/route';
import { STEP_UP_VALID_MS } from '@dasbor/contract/step-up';
import type { Principal } from './principal.ts';
import { Problem } from './problem.ts';

/** The 403 for what is missing; null when nothing is. API keys have no session, so they are never asked. */
export function findMissingAuthentication(
  route: Pick<Route, 'step_up' | 'before_enrolment'>,
  principal: Principal,
  now: Date,
): Problem | null {
  if (principal.type !== 'user') return null;
  if (principal.needs_second_factor && route.before_enrolment !== true) return secondFactorRequired();
  return route.step_up === true && !isSteppedUp(principal, now) ? stepUpRequired() : null;
}

/** API keys have no session, so they are never asked. */
export const isSteppedUp = (principal: Principal, now: Date): boolean =>
  principal.type !== 'user' || now.getTime() - principal.authenticated_at_ms <= STEP_UP_VALID_MS;

/** Throws 403 `step_up_required`, in routes whose step-up is conditional. */
export function assertSteppedUp({ principal, now }: { principal: Principal; now: Date }): void {
  if (!isSteppedUp(principal, now)) throw stepUpRequired();
}

/** 403, not 401: the session is valid, so that the client must not refresh it. */
const stepUpRequired = () =>
  new Problem(
    403,
    'step_up_required',
    localized('Confirm your identity to continue.', 'Konfirmasi identitas Anda untuk melanjutkan.'),
  );

const secondFactorRequired = () =>
  new Problem(
    403,
    'second_factor_required',
    localized(
      'Enable a second factor to continue: it is required for your account.',
      'Aktifkan faktor kedua untuk melanjutkan: faktor ini wajib untuk akun Anda.',
    ),
  );
