/** Accepting invitations. */
import type * as contract from '@dasbor/contract/register-member';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { getOrigin } from '../http/origin.ts';
import {
  type InvitationPort,
  acceptAsUser,
  readInvitation,
  registerMember,
  startInvitationTotp,
} from './register-member.ts';

export const buildRegisterMemberHandlers = (invitations: InvitationPort): Handlers<typeof contract> => ({
  checkInvitation: async ({ deps, body, now }) => {
    const { invitation, account } = await readInvitation({ deps, invitations }, body.token, now);
    const { invited_by_name, ...shown } = invitation;
    return {
      data: { ...shown, invited_by: invited_by_name, has_account: account !== undefined && !invitation.is_staff },
    };
  },

  startStaffTotp: async ({ deps, body, now }) => ({
    data: await startInvitationTotp({ deps, invitations }, body.token, now),
  }),

  registerMember: async ({ deps, body, request, now }) => ({
    data: await registerMember({ deps, invitations }, body, getOrigin(request), now),
  }),

  acceptInvitation: async ({ deps, principal, body, request, now }) => {
    const link = { token: body.token, ip: request.ip };
    return { data: await acceptAsUser({ deps, invitations }, getUser(principal), link, now) };
  },
});
