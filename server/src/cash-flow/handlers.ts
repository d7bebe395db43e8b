/** Cash flow by day, the movements behind a day, and what is expected next. */
import { Readable } from 'node:stream';
import type { AccountType } from '@dasbor/contract/balance';
import type * as contract from '@dasbor/contract/cash-flow';
import {
  CASH_FLOW_MAX_DAYS,
  type CashFlow,
  type CashFlowAccount,
  type CashFlowCategory,
  type CashFlowEntry,
} from '@dasbor/contract/cash-flow';
import { add } from '@dasbor/contract/money';
import { XLSX_TYPE } from '@dasbor/contract/route';
import { toBusinessDay } from '@dasbor/contract/time';
import { findBrandName } from '../balance/queries.ts';
import { formatCursor, parseCursor } from '../balance/rules.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { type RequestContext, type Handlers, StreamResponse } from '../http/serve.ts';
import { listBalances } from '../ledger/balance.ts';
import { listHolidays, listTerms, getSetting } from '../settlement/terms-queries.ts';
import { renderXlsx } from '../table-file/xlsx.ts';
import { formatCashFlowCsv, buildCashFlowPdf, buildCashFlowTable } from './files.ts';
import { buildForecast } from './forecast.ts';
import { type EntryRow, findAccountIds, listEntryRows, readFlows, sumApproved, sumWaiting } from './queries.ts';
import {
  SETTLEMENT_KINDS,
  getAccountTypes,
  buildCashFlow,
  getCategory,
  listKinds,
  getSettlementParts,
  parsePeriod,
} from './rules.ts';

export const cashFlowHandlers: Handlers<typeof contract> = {
  getCashFlow: async (ctx) => {
    const { query, tx, file_format } = ctx;
    const flow = await tx((merchant) => readCashFlow(merchant, ctx));
    if (file_format === null) return { data: flow };
    const table = buildCashFlowTable(flow, query.category);
    const name = formatFileName(flow, file_format);
    if (file_format === 'csv') {
      return new StreamResponse(Readable.from([formatCashFlowCsv(table)]), 'text/csv; charset=utf-8', name);
    }
    const sheets = [{ name: 'Cash flow', table }];
    return new StreamResponse(renderXlsx({ title: 'Cash flow', sheets }), XLSX_TYPE, name);
  },

  getCashFlowPdf: async (ctx) => {
    const { flow, brand_name } = await ctx.tx(async (merchant) => ({
      flow: await readCashFlow(merchant, ctx),
      brand_name: await findBrandName(merchant),
    }));
    const stream = buildCashFlowPdf(flow, buildCashFlowTable(flow, ctx.query.category), brand_name);
    return new StreamResponse(stream, 'application/pdf', formatFileName(flow, 'pdf'));
  },

  listCashFlowEntries: async ({ tx, params, query }) => {
    const { category, account, cursor, limit } = query;
    const chosen = category?.length ? category : null;
    const rows = await tx(async (merchant) =>
      listEntryRows(
        merchant,
        await findScope(merchant, account),
        { day: params.day, kinds: chosen && toKindFilter(chosen) },
        { after: parseCursor(cursor), limit },
      ),
    );
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    // Of the settlements, those with a part in a chosen category.
    const data = shown
      .map(toEntry)
      .filter(({ parts }) => chosen === null || parts.some((part) => chosen.includes(part.category)));
    return { data, next_cursor: last ? formatCursor(last) : null };
  },

  getCashFlowForecast: async ({ tx, query, now }) =>
    tx(async (merchant) => {
      const balances = await listBalances(merchant);
      const held = (types: readonly AccountType[]) =>
        add(...balances.filter(({ type }) => types.includes(type as AccountType)).map(({ balance }) => balance));
      return {
        data: buildForecast({
          account: query.account,
          now,
          balance: held(getAccountTypes(query.account)),
          waiting: held(['pending_settlement']),
          hours: await sumWaiting(merchant),
          approved: await sumApproved(merchant),
          terms: await listTerms(merchant),
          holidays: await listHolidays(merchant),
          setting: await getSetting(merchant),
        }),
      };
    }),
};

/** The accounts that were chosen, and those of them that settlements arrive at. */
async function findScope(tx: MerchantTx, account: CashFlowAccount) {
  const ids = await findAccountIds(tx);
  const idsOf = (types: readonly AccountType[]): string[] => types.flatMap((type) => ids[type] ?? []);
  return { ids: idsOf(getAccountTypes(account)), settled_ids: idsOf(['reserve', 'available']) };
}

async function readCashFlow(
  tx: MerchantTx,
  { query, now }: RequestContext<typeof contract.getCashFlow> | RequestContext<typeof contract.getCashFlowPdf>,
): Promise<CashFlow> {
  const { account } = query;
  const period = parsePeriod(query, toBusinessDay(now));
  if (period === 'range_too_long') {
    throw new Problem(422, period, `Choose a period of at most ${CASH_FLOW_MAX_DAYS} days.`);
  }
  if (period === 'range_reversed') throw new Problem(422, period, 'The period ends before it begins.');
  const { flows, ends } = await readFlows(tx, await findScope(tx, account), period);
  return buildCashFlow({ account, ...period, as_of: now.toISOString() }, flows, ends);
}

const toKindFilter = (categories: readonly CashFlowCategory[]) => ({
  in: [...new Set([...listKinds(categories, true), ...SETTLEMENT_KINDS])],
  out: listKinds(categories, false),
});

function toEntry({ is_in, batch, ...row }: EntryRow): CashFlowEntry {
  const parts =
    batch === null ? [{ category: getCategory(row.kind, is_in), amount: row.amount }] : getSettlementParts(batch);
  return { ...row, parts };
}

const formatFileName = ({ from, to }: CashFlow, format: string): string => `cash-flow-${from}-${to}.${format}`;
