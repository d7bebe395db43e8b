/** Invitations of the merchant. */
import { type RoleKey, roleKey } from '@dasbor/contract/access';
import type * as contract from '@dasbor/contract/invitation';
import type { Invitation } from '@dasbor/contract/invitation';
import { type Language, localized, parseLanguage } from '@dasbor/contract/language';
import { asMerchant } from '../db/tx.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import type { Principal } from '../http/principal.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { isEmailAddress } from '../mail/address.ts';
import { findRoleGrant, listCustomRoles } from '../role/queries.ts';
import { type RoleGrant, canGrant } from '../role/rules.ts';
import type { ChangeContext } from './change-member.ts';
import { type InvitationRow, findInvitation, listInvitations } from './invitation-queries.ts';
import { toInvitationStatus } from './invitation-rules.ts';
import { invite, resendInvitation, revokeInvitation } from './invite.ts';

export const invitationHandlers: Handlers<typeof contract> = {
  listInvitations: async ({ query, principal, now, tx }) => {
    const after = parseCursor(query.cursor, 'invitation');
    const status = query.status?.length ? query.status : null;
    const { rows, holdings } = await tx(async (each) => {
      const found = await listInvitations(each, { status, now }, { limit: query.limit + 1, after });
      const roles = [...new Set(found.map(({ role }) => role))];
      const held = new Map<RoleKey, Awaited<ReturnType<typeof findRoleGrant>>>();
      for (const role of roles) held.set(role, await findRoleGrant(each, role));
      return { rows: found, holdings: held };
    });
    const page = buildPage(rows, query.limit, (row) => [row.created_at, row.id]);
    return { ...page, data: page.data.map((row) => toInvitation(row, holdings.get(row.role), principal, now)) };
  },

  inviteUser: async (ctx) => ({ data: await getInvitation(ctx, await invite(ctx, ctx.body)) }),

  inviteUsers: async (ctx) => {
    const { body, tx, request } = ctx;
    const language = parseLanguage(request.headers['accept-language']);
    const roles = await tx((each) => listCustomRoles(each));
    const ids = new Map(roles.map(({ id, name }) => [name.toLowerCase(), id]));
    const data = [];
    for (const [index, { email, role }] of body.invitations.entries()) {
      const named = ids.get(role.toLowerCase()) ?? role.toLowerCase();
      const outcome = await inviteLine(
        ctx,
        { email: email.toLowerCase(), role: named, message: body.message },
        language,
      );
      data.push({ line: index + 1, email, ...outcome });
    }
    return { data };
  },

  resendInvitation: async (ctx) => {
    await resendInvitation(ctx, ctx.params.id);
    return { data: await getInvitation(ctx, ctx.params.id) };
  },

  revokeInvitation: async (ctx) => {
    await revokeInvitation(ctx, ctx.params.id);
    return undefined;
  },
};

interface LineResult {
  invitation_id: string | null;
  code: string | null;
  detail: string | null;
}

const EMAIL_INVALID = localized('This is not an email address.', 'Ini bukan alamat email.');
const ROLE_UNKNOWN = localized(
  'This role does not exist. Choose an existing role.',
  'Peran ini tidak ada. Pilih peran yang ada.',
);

/** A refused line does not keep the others. */
async function inviteLine(
  ctx: ChangeContext,
  { email, role, message }: { email: string; role: string; message: string | undefined },
  language: Language,
): Promise<LineResult> {
  const refuse = (code: string, detail: string): LineResult => ({ invitation_id: null, code, detail });
  if (!isEmailAddress(email)) return refuse('email_invalid', EMAIL_INVALID[language]);
  const parsed = roleKey.safeParse(role);
  if (!parsed.success) return refuse('role_unknown', ROLE_UNKNOWN[language]);
  try {
    return { invitation_id: await invite(ctx, { email, role: parsed.data, message }), code: null, detail: null };
  } catch (error) {
    if (!(error instanceof Problem) || error.status_code === 403) throw error;
    return refuse(error.code, typeof error.detail === 'string' ? error.detail : error.detail[language]);
  }
}

async function getInvitation(ctx: ChangeContext, id: string): Promise<Invitation> {
  const { deps, merchant_id, principal, now } = ctx;
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const row = await findInvitation(tx, id);
    if (row === undefined) throw notFound();
    return toInvitation(row, await findRoleGrant(tx, row.role), principal, now);
  });
}

function toInvitation(
  row: InvitationRow,
  grant: (RoleGrant & { name: string | null }) | undefined,
  principal: Principal,
  now: Date,
): Invitation {
  const { invited_by_name, message: _message, language: _language, ...shown } = row;
  const holder = principal.type === 'user' && principal.access !== 'disabled' ? principal : null;
  const is_grantable =
    holder !== null &&
    (grant === undefined || canGrant({ ...holder, access: holder.access as RoleGrant['access'] }, grant));
  return {
    ...shown,
    role_name: grant?.name ?? null,
    status: toInvitationStatus(row, now),
    invited_by: invited_by_name,
    is_manageable: row.status === 'pending' && is_grantable,
  };
}
