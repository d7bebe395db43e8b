/** Invitations as the acceptance in `auth` uses them. */
import { findRoleGrant } from '../role/queries.ts';
import { acceptMemberLink, checkMemberLink } from './accept-queries.ts';
import { getBrandName } from '../db/merchant-names.ts';
import type { MerchantTx } from '../db/tx.ts';

export const INVITATION_PORT = {
  checkLink: async (tx: MerchantTx, token_hash: string, now: Date) => {
    const check = await checkMemberLink(tx, token_hash, now);
    if (check.outcome !== 'valid') return check;
    const { email, role, language, invited_by_name, expires_at } = check.invitation;
    const grant = await findRoleGrant(tx, role);
    const about = { merchant_name: await getBrandName(tx), role_name: grant?.name ?? null };
    return { outcome: 'valid' as const, invitation: { email, role, language, invited_by_name, expires_at, ...about } };
  },
  acceptLink: acceptMemberLink,
};
