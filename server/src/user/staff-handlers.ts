/** Staff of the provider and their invitations. */
import { isProviderRole } from '@dasbor/contract/access';
import type * as contract from '@dasbor/contract/staff';
import type { StaffInvitation, StaffMember } from '@dasbor/contract/staff';
import { toBusinessDay } from '@dasbor/contract/time';
import type { MemberStatus } from '@dasbor/contract/user';
import { asLogin } from '../db/tx.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import type { Principal } from '../http/principal.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { createTableResponse } from '../http/table-response.ts';
import { type StaffContext, changeStaff } from './change-staff.ts';
import { inviteStaff, resendStaffInvitation, revokeStaffInvitation } from './invite-staff.ts';
import { toInvitationStatus } from './invitation-rules.ts';
import { type StaffInvitationRow, findStaffInvitation, listStaffInvitationRows } from './staff-invitation-queries.ts';
import { type StaffFilter, type StaffRow, listStaffRows } from './staff-queries.ts';
import { canManageStaff } from './staff-rules.ts';
import { USER_FILE_ROWS_MAX, buildUserTable } from './user-file.ts';

const PRESENT: readonly MemberStatus[] = ['active', 'suspended'];
const ANY: readonly MemberStatus[] = ['active', 'suspended', 'removed'];

export const staffHandlers: Handlers<typeof contract> = {
  listStaff: async (ctx) => {
    const { query, deps, principal, now } = ctx;
    const filter: StaffFilter = {
      q: query.q,
      status: query.status?.length ? query.status : PRESENT,
      roles: query.role?.length ? query.role : null,
      has_second_factor: query.second_factor === undefined ? null : query.second_factor === 'on',
    };
    const read = (page: Parameters<typeof listStaffRows>[2]) =>
      asLogin(deps.db, (tx) => listStaffRows(tx, filter, page));
    if (ctx.file_format !== null) {
      const table = buildUserTable(await read({ limit: USER_FILE_ROWS_MAX, after: null }), ctx);
      return createTableResponse(ctx, table, { title: 'staff', file_name: `staff-${toBusinessDay(now)}` });
    }
    const rows = await read({ limit: query.limit + 1, after: parseCursor(query.cursor, 'user') });
    const page = buildPage(rows, query.limit, (row) => [row.created_at, row.id]);
    return { ...page, data: page.data.map((row) => toStaffMember(row, principal)) };
  },

  changeStaffRole: {
    find: async ({ deps, params }) => (await findStaff(deps, params.id)) ?? null,
    handle: async (ctx) => {
      await changeStaff(ctx, ctx.params.id, { role: ctx.body.role });
      return { data: await getStaffMember(ctx, ctx.params.id) };
    },
  },

  suspendStaff: async (ctx) => {
    await changeStaff(ctx, ctx.params.id, { status: 'suspended' });
    return { data: await getStaffMember(ctx, ctx.params.id) };
  },

  reactivateStaff: async (ctx) => {
    await changeStaff(ctx, ctx.params.id, { status: 'active' });
    return { data: await getStaffMember(ctx, ctx.params.id) };
  },

  removeStaff: async (ctx) => {
    await changeStaff(ctx, ctx.params.id, { status: 'removed' });
    return undefined;
  },

  resetStaffSecondFactor: async (ctx) => {
    await changeStaff(ctx, ctx.params.id, 'reset_second_factor');
    return { data: await getStaffMember(ctx, ctx.params.id) };
  },

  endStaffSessions: async (ctx) => ({
    data: { session_count: await changeStaff(ctx, ctx.params.id, 'sign_out') },
  }),

  listStaffInvitations: async ({ deps, query, principal, now }) => {
    const after = parseCursor(query.cursor, 'invitation');
    const status = query.status?.length ? query.status : null;
    const rows = await asLogin(deps.db, (tx) =>
      listStaffInvitationRows(tx, { status, now }, { limit: query.limit + 1, after }),
    );
    const page = buildPage(rows, query.limit, (row) => [row.created_at, row.id]);
    return { ...page, data: page.data.map((row) => toInvitation(row, principal, now)) };
  },

  inviteStaff: async (ctx) => {
    const language = ctx.principal.type === 'user' ? ctx.principal.locale : 'en';
    const { deps, now, principal, request, body } = ctx;
    return { data: await getInvitation(ctx, await inviteStaff({ deps, now, principal, request, language }, body)) };
  },

  resendStaffInvitation: async (ctx) => {
    await resendStaffInvitation(ctx, ctx.params.id);
    return { data: await getInvitation(ctx, ctx.params.id) };
  },

  revokeStaffInvitation: async (ctx) => {
    await revokeStaffInvitation(ctx, ctx.params.id);
    return undefined;
  },
};

type ReadContext = StaffContext & { principal: Principal };

async function findStaff(deps: StaffContext['deps'], user_id: string): Promise<StaffRow | undefined> {
  const filter = { status: ANY, roles: null, has_second_factor: null, user_id };
  const [row] = await asLogin(deps.db, (tx) => listStaffRows(tx, filter, { limit: 1, after: null }));
  return row;
}

async function getStaffMember({ deps, principal }: ReadContext, user_id: string): Promise<StaffMember> {
  const row = await findStaff(deps, user_id);
  if (row === undefined) throw notFound();
  return toStaffMember(row, principal);
}

const isManager = (principal: Principal): boolean =>
  principal.type === 'user' && isProviderRole(principal.role) && canManageStaff(principal.role);

function toStaffMember(row: StaffRow, principal: Principal): StaffMember {
  const is_own = row.id === principal.id;
  return { ...row, is_own, is_manageable: !is_own && isManager(principal) };
}

async function getInvitation({ deps, principal, now }: ReadContext, id: string): Promise<StaffInvitation> {
  const row = await asLogin(deps.db, (tx) => findStaffInvitation(tx, id));
  if (row === undefined) throw notFound();
  return toInvitation(row, principal, now);
}

function toInvitation(row: StaffInvitationRow, principal: Principal, now: Date): StaffInvitation {
  const { id, email, role, created_at, expires_at, sent_at, error, invited_by_name } = row;
  return {
    id,
    email,
    role,
    created_at,
    expires_at,
    sent_at,
    error,
    status: toInvitationStatus(row, now),
    invited_by: invited_by_name,
    is_manageable: row.status === 'pending' && isManager(principal),
  };
}
