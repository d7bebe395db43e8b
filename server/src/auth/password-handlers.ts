/** Passwords: change, and reset by a link (specification section 2: /changepassword, /forgot-password, /reset-password). */
import type * as password from '@dasbor/contract/password';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { storeRequest } from './account-requests.ts';
import { assertBotCheck } from './bot-check.ts';
import { changePassword, checkPasswordLink, resetPassword } from './change-password.ts';
import { getOrigin } from '../http/origin.ts';

export const passwordHandlers: Handlers<typeof password> = {
  changePassword: async ({ deps, principal, body, request, now }) => {
    await changePassword(deps, getUser(principal), body, { origin: getOrigin(request), now });
    return undefined;
  },

  requestPasswordReset: async ({ deps, body, request, now }) => {
    await assertBotCheck(deps, body.bot_check);
    await storeRequest(deps, { purpose: 'reset_password', email: body.email, ip: request.ip }, now);
    return {};
  },

  checkResetLink: async ({ deps, body, now }) => ({ data: await checkPasswordLink(deps, body.token, now) }),

  resetPassword: async ({ deps, body: { bot_check, ...body }, request, now }) => {
    await assertBotCheck(deps, bot_check);
    await resetPassword(deps, body, { origin: getOrigin(request), now });
    return undefined;
  },
};
