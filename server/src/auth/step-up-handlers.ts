/** Step-up authentication of a session. */
import type * as step_up from '@dasbor/contract/step-up';
import { asLogin } from '../db/tx.ts';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { getOrigin } from './origin.ts';
import { listStepUpFactors, stepUp } from './step-up.ts';

export const stepUpHandlers: Handlers<typeof step_up> = {
  startStepUp: async ({ deps, principal }) => {
    const user = getUser(principal);
    return { data: { factors: await asLogin(deps.db, (tx) => listStepUpFactors(tx, user.id)) } };
  },

  stepUp: async ({ deps, principal, body, request, now }) => ({
    data: await stepUp(deps, getUser(principal), { given: body, origin: getOrigin(request), now }),
  }),
};
