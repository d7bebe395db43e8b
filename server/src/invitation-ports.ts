/** Accepting invitations: to a merchant and to the staff of the provider, of the feature `user`, and to an account group. */
import { GROUP_VIEWER } from '@dasbor/contract/access';
import { acceptGroupLink, checkGroupLink } from './account-group/accept-invitation.ts';
import { addToDirectory } from './auth/membership-directory-queries.ts';
import type { InvitationPort } from './auth/register-member.ts';
import { buildRegisterMemberHandlers } from './auth/register-member-handlers.ts';
import { asLogin, asMerchant, asPlatform } from './db/tx.ts';
import type { Deps } from './deps.ts';
import { hashToken } from './http/opaque-token.ts';
import { acceptStaffLink, checkStaffLink, startStaffTotp } from './user/accept-staff.ts';
import { INVITATION_PORT } from './user/invitation-port.ts';
import { parseTokenGroup, parseTokenMerchant } from './user/invitation-rules.ts';

const PRODUCT_NAME = 'Dasbor';

const findGroupLink = (deps: Deps, token: string, now: Date) =>
  asPlatform(deps.db, (tx) => checkGroupLink(tx, parseTokenGroup(token), hashToken(token), now));

const INVITATIONS: InvitationPort = {
  checkLink: async (deps, token, now) => {
    const of_staff = await asLogin(deps.db, (tx) => checkStaffLink(tx, token, now));
    if (of_staff.outcome === 'valid') {
      const { email, role, language, invited_by_name, expires_at } = of_staff.invitation;
      const about = { merchant_name: PRODUCT_NAME, is_group: false, is_staff: true, role, role_name: null };
      return { outcome: 'valid', invitation: { email, language, invited_by_name, expires_at, ...about } };
    }
    if (of_staff.outcome !== 'unknown') return { outcome: of_staff.outcome };
    const of_group = await findGroupLink(deps, token, now);
    if (of_group.outcome === 'unknown') {
      const found = await asMerchant(deps.db, parseTokenMerchant(token), (tx) =>
        INVITATION_PORT.checkLink(tx, hashToken(token), now),
      );
      return found.outcome === 'valid'
        ? { ...found, invitation: { ...found.invitation, is_group: false, is_staff: false } }
        : found;
    }
    if (of_group.outcome !== 'valid') return { outcome: of_group.outcome };
    const { email, language, invited_by_name, expires_at } = of_group.invitation;
    const about = { merchant_name: of_group.group_name, is_group: true, is_staff: false } as const;
    const role = { role: GROUP_VIEWER, role_name: null } as const;
    return { outcome: 'valid', invitation: { email, language, invited_by_name, expires_at, ...about, ...role } };
  },

  acceptLink: async (deps, token, acceptance) => {
    const of_group = await findGroupLink(deps, token, acceptance.now);
    if (of_group.outcome === 'unknown') {
      const merchant_id = parseTokenMerchant(token);
      const listed = await addToDirectory(deps.db, { merchant_id, user_id: acceptance.person.user_id });
      const outcome = await asMerchant(deps.db, merchant_id, (tx) =>
        INVITATION_PORT.acceptLink(tx, { ...acceptance, listed }),
      );
      return outcome === 'accepted' ? { outcome, merchant_id, group_id: null } : { outcome };
    }
    const group_id = parseTokenGroup(token);
    const outcome = await asPlatform(deps.db, (tx) => acceptGroupLink(tx, group_id, acceptance));
    return outcome === 'accepted' ? { outcome, merchant_id: null, group_id } : { outcome };
  },

  startStaffTotp,
  acceptStaffLink,
};

export const registerMemberHandlers = buildRegisterMemberHandlers(INVITATIONS);
