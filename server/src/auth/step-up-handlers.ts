/** Step-up authentication of a session, and sign-in by passkey. */
import type * as step_up from '@dasbor/contract/step-up';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { getOrigin } from '../http/origin.ts';
import { signInWithPasskey, startPasskeySignIn } from './passkey.ts';
import { startStepUp, stepUp } from './step-up.ts';

export const stepUpHandlers: Handlers<typeof step_up> = {
  startStepUp: async ({ deps, principal, now }) => ({ data: await startStepUp(deps, getUser(principal), now) }),

  stepUp: async ({ deps, principal, body, request, now }) => ({
    data: await stepUp(deps, getUser(principal), { given: body, origin: getOrigin(request), now }),
  }),

  startPasskeySignIn: async ({ deps, now }) => ({ data: { options: await startPasskeySignIn(deps, now) } }),

  signInWithPasskey: ({ deps, body, request, now }) => signInWithPasskey(deps, body.passkey, getOrigin(request), now),
};
