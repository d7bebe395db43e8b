/** Accepting invitations. */
import type * as contract from '@dasbor/contract/register-member';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { getOrigin } from './origin.ts';
import { acceptAsUser, readInvitation, registerMember } from './register-member.ts';

export const registerMemberHandlers: Handlers<typeof contract> = {
  checkInvitation: async ({ deps, body, now }) => {
    const { invitation, account, merchant_name, role_name } = await readInvitation(deps, body.token, now);
    const { email, role, invited_by_name, expires_at } = invitation;
    const shown = { merchant_name, email, role, role_name, invited_by: invited_by_name, expires_at };
    return { data: { ...shown, has_account: account !== undefined } };
  },

  registerMember: async ({ deps, body, request, now }) => ({
    data: await registerMember(deps, body, getOrigin(request), now),
  }),

  acceptInvitation: async ({ deps, principal, body, request, now }) => ({
    data: {
      merchant_id: await acceptAsUser(deps, getUser(principal), { token: body.token, ip: request.ip }, now),
    },
  }),
};
