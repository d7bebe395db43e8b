/** Step-up authentication: sensitive routes require that the user authenticated recently. */
import { localized } from '@dasbor/contract/language';
import { STEP_UP_VALID_MS } from '@dasbor/contract/step-up';
import type { Principal } from './principal.ts';
import { Problem } from './problem.ts';

/** Whether a user must step up before a sensitive route. API keys have no session, so they are never asked. */
export const needsStepUp = (principal: Principal, now: Date): boolean =>
  principal.type === 'user' && now.getTime() - principal.authenticated_at_ms > STEP_UP_VALID_MS;

/** 403, not 401: the session is valid, so that the client must not refresh it. */
export const stepUpRequired = () =>
  new Problem(
    403,
    'step_up_required',
    localized('Confirm that it is you to continue.', 'Konfirmasi bahwa ini Anda untuk melanjutkan.'),
  );
