/** The account of a person: sign-in history and confirmation of the email. */
import type * as account from '@dasbor/contract/account';
import { SIGN_IN_HISTORY_DAYS } from '@dasbor/contract/account';
import * as duration from '@dasbor/contract/duration';
import { asLogin } from '../db/tx.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { storeRequest } from './account-requests.ts';
import { assertBotCheck } from './bot-check.ts';
import { verifyEmail } from './change-password.ts';
import { getOrigin } from '../http/origin.ts';
import { listSignInEvents } from './sign-in-event-queries.ts';

export const accountHandlers: Handlers<typeof account> = {
  listSignInEvents: async ({ deps, principal, query, now }) => {
    const user = getUser(principal);
    const after = parseCursor(query.cursor, 'sign_in_event');
    const since = new Date(now.getTime() - duration.days(SIGN_IN_HISTORY_DAYS));
    const rows = await asLogin(deps.db, (tx) =>
      listSignInEvents(tx, user.id, { since, after, limit: query.limit + 1 }),
    );
    return buildPage(rows, query.limit, ({ at, id }) => [at, id]);
  },

  resendVerificationEmail: async ({ deps, body, request, now }) => {
    await assertBotCheck(deps, body.bot_check);
    await storeRequest(deps, { purpose: 'verify_email', email: body.email, ip: request.ip }, now);
    return {};
  },

  verifyEmail: async ({ deps, body, request, now }) => {
    await assertBotCheck(deps, body.bot_check);
    await verifyEmail(deps, body, { origin: getOrigin(request), now });
    return undefined;
  },
};
