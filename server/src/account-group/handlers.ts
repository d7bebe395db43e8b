/** Account groups of the provider: list, detail, changes, members and volume. */
import type * as contract from '@dasbor/contract/account-group';
import type { AccountGroupDetail, AccountGroupMember, AccountGroupRow } from '@dasbor/contract/account-group-fields';
import { auditActionLabel } from '@dasbor/contract/audit-actions';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import { addDays, startOfMonth, toBusinessDay } from '@dasbor/contract/time';
import { VOLUME_DAYS_MAX } from '@dasbor/contract/account-group';
import { type PlatformTx, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type Cursor, buildPage, parseCursor } from '../http/keyset-page.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { createTableResponse } from '../http/table-response.ts';
import { addMember, endMember } from './change-members.ts';
import { changeGroup, createGroup } from './change.ts';
import { buildGroupTable } from './group-file.ts';
import { buildGroupRows } from './group-rows.ts';
import { type MemberRow, findMember, listMemberRows } from './member-queries.ts';
import {
  type GroupFilter,
  findGroup,
  listChildren,
  listGroupEvents,
  listGroupRows,
  listMerchantNames,
} from './queries.ts';
import { toMembershipState } from './rules.ts';
import { buildSettlementTable } from './settlement-file.ts';
import { listSettlementDays } from './settlement-queries.ts';
import { listDayVolumes, sumMemberVolumes } from './volume-queries.ts';

type Reader = Pick<RequestContext<typeof contract.getAccountGroup>, 'deps' | 'now' | 'language' | 'principal'>;

export const accountGroupHandlers: Handlers<typeof contract> = {
  listAccountGroups: async (ctx) => {
    const { query, now, language } = ctx;
    if (ctx.file_format === null) {
      return readPage(ctx, { limit: query.limit, after: parseCursor(query.cursor, 'account_group') });
    }
    const table = buildGroupTable(readAll(ctx), language, ctx.time_zone);
    return createTableResponse(ctx, table, {
      title: 'account-groups',
      file_name: `account-groups-${toBusinessDay(now)}`,
    });
  },

  getAccountGroup: async (ctx) => ({ data: await readGroup(ctx, ctx.params.id) }),

  createAccountGroup: async (ctx) => ({ data: await readGroup(ctx, await createGroup(ctx)) }),

  updateAccountGroup: {
    find: findTarget,
    handle: async (ctx) => {
      await changeGroup(ctx);
      return { data: await readGroup(ctx, ctx.params.id) };
    },
  },

  listAccountGroupMembers: async ({ deps, params, query, now }) => {
    const after = parseCursor(query.cursor, 'account_group_member');
    const today = toBusinessDay(now);
    return asPlatform(deps.db, async (tx) => {
      if ((await findGroup(tx, params.id)) === undefined) throw notFound();
      const options = { limit: query.limit + 1, after, today };
      const rows = await listMemberRows(tx, params.id, query.state ?? [], options);
      const page = buildPage(rows, query.limit, (row) => [row.created_at, row.id]);
      return { ...page, data: await completeMembers(tx, params.id, page.data, today) };
    });
  },

  addAccountGroupMember: {
    find: findTarget,
    handle: async (ctx) => ({ data: await readMember(ctx, ctx.params.id, await addMember(ctx)) }),
  },

  endAccountGroupMember: {
    find: async ({ deps, params }) =>
      (await asPlatform(deps.db, (tx) => findMember(tx, params.id, params.member_id))) ?? null,
    handle: async (ctx) => {
      await endMember(ctx);
      return { data: await readMember(ctx, ctx.params.id, ctx.params.member_id) };
    },
  },

  listAccountGroupSettlements: async (ctx) => {
    const { deps, params, query, now, language } = ctx;
    const range = parseDays(query, now);
    const data = await asPlatform(deps.db, async (tx) => {
      if ((await findGroup(tx, params.id)) === undefined) throw notFound();
      return listSettlementDays(tx, params.id, range);
    });
    if (ctx.file_format === null) return { data };
    const title = 'account-group-settlements';
    const file_name = `${title}-${range.from}-${range.to}`;
    return createTableResponse(ctx, buildSettlementTable(data, language), { title, file_name });
  },

  getAccountGroupVolume: async ({ deps, params, query, now }) => {
    const { from, to } = parseDays(query, now);
    const data = await asPlatform(deps.db, async (tx) => {
      if ((await findGroup(tx, params.id)) === undefined) throw notFound();
      return listDayVolumes(tx, params.id, { from, to });
    });
    return { data };
  },
};

/** The days of a query; the last 31 when it names none. */
function parseDays(query: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const to = query.to ?? toBusinessDay(now);
  const from = query.from ?? addDays(to, -30);
  if (Date.parse(to) - Date.parse(from) >= duration.days(VOLUME_DAYS_MAX)) throw volumeRangeTooLong();
  return { from, to };
}

async function findTarget({ deps, params }: { deps: Deps; params: { id: string } }): Promise<unknown> {
  return (await asPlatform(deps.db, (tx) => findGroup(tx, params.id))) ?? null;
}

const volumeRangeTooLong = () =>
  new Problem(
    422,
    'range_too_long',
    localized(
      `Choose a range of at most ${VOLUME_DAYS_MAX} days.`,
      `Pilih rentang paling lama ${VOLUME_DAYS_MAX} hari.`,
    ),
  );

type ListContext = Reader & { query: GroupFilter };

async function readPage(
  { deps, query, now, principal }: ListContext,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<{ data: AccountGroupRow[]; next_cursor: string | null }> {
  const today = toBusinessDay(now);
  return asPlatform(deps.db, async (tx) => {
    const rows = await listGroupRows(tx, query, { limit: limit + 1, after, today });
    const page = buildPage(rows, limit, (row) => [row.created_at, row.id]);
    return { ...page, data: await buildGroupRows(tx, page.data, { today, principal }) };
  });
}

const FILE_PAGE = 500;

/** All groups of a filter, page by page. */
async function* readAll(ctx: ListContext): AsyncGenerator<AccountGroupRow> {
  let after: Cursor | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(ctx, { limit: FILE_PAGE, after });
    yield* page.data;
    const last = page.data.at(-1);
    if (page.next_cursor === null || last === undefined) return;
    after = { at: last.created_at, id: last.id };
  }
}

async function readGroup({ deps, now, language, principal }: Reader, id: string): Promise<AccountGroupDetail> {
  return asPlatform(deps.db, async (tx) => {
    const found = await findGroup(tx, id);
    if (found === undefined) throw notFound();
    const { contact_name, contact_email, contact_phone, ...group } = found;
    const [row] = await buildGroupRows(tx, [group], { today: toBusinessDay(now), principal });
    if (row === undefined) throw notFound();
    const events = (await listGroupEvents(tx, id)).map((event) => ({
      ...event,
      action_label: auditActionLabel(event.action, language),
    }));
    return { ...row, contact_name, contact_email, contact_phone, children: await listChildren(tx, id), events };
  });
}

async function completeMembers(
  tx: PlatformTx,
  group_id: string,
  rows: readonly MemberRow[],
  today: string,
): Promise<AccountGroupMember[]> {
  const merchants = await listMerchantNames(
    tx,
    rows.map(({ merchant_id }) => merchant_id),
  );
  const volumes = await sumMemberVolumes(tx, group_id, startOfMonth(today));
  return rows.flatMap((row) => {
    const merchant = merchants.get(row.merchant_id);
    const { id, effective_from, effective_to, created_by_name: added_by, created_at } = row;
    const state = toMembershipState(row, today);
    const volume_month_amount = volumes.get(id) ?? 0;
    const member = { id, effective_from, effective_to, state, volume_month_amount, added_by, created_at };
    return merchant === undefined ? [] : [{ ...member, merchant }];
  });
}

async function readMember({ deps, now }: Reader, group_id: string, id: string): Promise<AccountGroupMember> {
  return asPlatform(deps.db, async (tx) => {
    const row = await findMember(tx, group_id, id);
    const [member] = row === undefined ? [] : await completeMembers(tx, group_id, [row], toBusinessDay(now));
    if (member === undefined) throw notFound();
    return member;
  });
}
