/** Users of the merchant. */
import { toBusinessDay } from '@dasbor/contract/time';
import type * as contract from '@dasbor/contract/user';
import type { MemberStatus, MerchantUser } from '@dasbor/contract/user';
import { asLogin } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { createTableResponse } from '../http/table-response.ts';
import { canGrant } from '../role/rules.ts';
import { type ChangeContext, changeMember } from './change-member.ts';
import { type UserRow, findMember, listUsers } from './queries.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { USER_FILE_ROWS_MAX, buildUserTable } from './user-file.ts';

const PRESENT: readonly MemberStatus[] = ['active', 'suspended'];
const ANY: readonly MemberStatus[] = ['active', 'suspended', 'removed'];

export const userHandlers: Handlers<typeof contract> = {
  listUsers: async (ctx) => {
    const { query, deps, merchant_id, principal, now } = ctx;
    const filter = {
      q: query.q,
      status: query.status?.length ? query.status : PRESENT,
      roles: query.role === undefined ? null : query.role.split(',').filter((role) => role !== ''),
    };
    const read = (page: Parameters<typeof listUsers>[3]) =>
      asLogin(deps.db, (tx) => listUsers(tx, merchant_id, filter, page));
    if (ctx.file_format !== null) {
      const table = buildUserTable(await read({ limit: USER_FILE_ROWS_MAX, after: null }), ctx);
      return createTableResponse(ctx, table, { title: 'users', file_name: `users-${toBusinessDay(now)}` });
    }
    const rows = await read({ limit: query.limit + 1, after: parseCursor(query.cursor, 'user') });
    const page = buildPage(rows, query.limit, (row) => [row.created_at, row.id]);
    return { ...page, data: page.data.map((row) => toUser(row, principal)) };
  },

  changeUserRole: {
    find: ({ tx, params }) => tx((each) => findMember(each, params.id)).then((found) => found ?? null),
    handle: async (ctx) => {
      await changeMember(ctx, ctx.params.id, { role: ctx.body.role });
      return { data: await getUser(ctx, ctx.params.id) };
    },
  },

  suspendUser: async (ctx) => {
    await changeMember(ctx, ctx.params.id, { status: 'suspended' });
    return { data: await getUser(ctx, ctx.params.id) };
  },

  reactivateUser: async (ctx) => {
    await changeMember(ctx, ctx.params.id, { status: 'active' });
    return { data: await getUser(ctx, ctx.params.id) };
  },

  removeUser: async (ctx) => {
    await changeMember(ctx, ctx.params.id, { status: 'removed' });
    return undefined;
  },

  resetUserSecondFactor: async (ctx) => {
    await resetSecondFactor(ctx, ctx.params.id);
    return { data: await getUser(ctx, ctx.params.id) };
  },

  endUserSessions: async (ctx) => ({ data: { session_count: await changeMember(ctx, ctx.params.id, 'sign_out') } }),
};

async function getUser({ deps, merchant_id, principal }: ChangeContext, user_id: string): Promise<MerchantUser> {
  const filter = { status: ANY, roles: null, user_id };
  const [row] = await asLogin(deps.db, (tx) => listUsers(tx, merchant_id, filter, { limit: 1, after: null }));
  if (row === undefined) throw notFound();
  return toUser(row, principal);
}

function toUser(row: UserRow, principal: Principal): MerchantUser {
  const is_own = row.id === principal.id;
  const is_manageable =
    !is_own &&
    principal.type === 'user' &&
    principal.access !== 'disabled' &&
    canGrant({ ...principal, access: principal.access }, row);
  return { ...row, is_own, is_manageable };
}
