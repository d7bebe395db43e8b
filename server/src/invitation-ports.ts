/** Accepting invitations, with the invitations of the feature `user`. */
import { buildRegisterMemberHandlers } from './auth/register-member-handlers.ts';
import { INVITATION_PORT } from './user/invitation-port.ts';

export const registerMemberHandlers = buildRegisterMemberHandlers(INVITATION_PORT);
