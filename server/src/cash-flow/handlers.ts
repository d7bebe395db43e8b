/** Cash flow by day, the movements of a day, and the forecast. */
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
import { localized } from '@dasbor/contract/language';
import { add } from '@dasbor/contract/money';
import { XLSX_TYPE } from '@dasbor/contract/route';
import { toBusinessDay } from '@dasbor/contract/time';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { getBrandName } from '../db/merchant-names.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { type RequestContext, type Handlers, StreamResponse } from '../http/serve.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { listBalances } from '../ledger/balance.ts';
import { listReservedByDay } from '../disbursement/reserved-queries.ts';
import { readForecastInput, sumInTransit } from '../settlement/forecast-queries.ts';
import { renderXlsx } from '../table-file/xlsx.ts';
import { getDelimiter } from '../table-file/delimiter.ts';
import { formatCashFlowCsv, buildCashFlowPdf, buildCashFlowTable, getCashFlowTitle } from './files.ts';
import { buildForecast } from './forecast.ts';
import { type EntryRow, listEntryRows, readFlows, sumApproved } from './queries.ts';
import {
  SETTLEMENT_KINDS,
  getAccountTypes,
  buildCashFlow,
  toCategory,
  listKinds,
  splitSettlement,
  parsePeriod,
} from './rules.ts';

export const cashFlowHandlers: Handlers<typeof contract> = {
  getCashFlow: async (ctx) => {
    const { query, tx, file_format, language } = ctx;
    const flow = await tx((merchant) => readCashFlow(merchant, ctx));
    if (file_format === null) return { data: flow };
    const table = buildCashFlowTable(flow, query.category, language);
    const name = formatFileName(flow, file_format);
    if (file_format === 'csv') {
      const csv = formatCashFlowCsv(table, await getDelimiter(ctx));
      return new StreamResponse(Readable.from([csv]), 'text/csv; charset=utf-8', name);
    }
    const title = getCashFlowTitle(language);
    return new StreamResponse(renderXlsx({ title, sheets: [{ name: title, table }] }), XLSX_TYPE, name);
  },

  getCashFlowPdf: async (ctx) => {
    const { flow, brand_name } = await ctx.tx(async (merchant) => ({
      flow: await readCashFlow(merchant, ctx),
      brand_name: await getBrandName(merchant),
    }));
    const table = buildCashFlowTable(flow, ctx.query.category, ctx.language);
    const stream = buildCashFlowPdf(flow, table, brand_name, ctx.language);
    return new StreamResponse(stream, 'application/pdf', formatFileName(flow, 'pdf'));
  },

  listCashFlowEntries: async ({ tx, params, query }) => {
    const { category, account, cursor, limit } = query;
    const selected = category?.length ? category : null;
    const rows = await tx(async (merchant) =>
      listEntryRows(
        merchant,
        await findScope(merchant, account),
        { day: params.day, kinds: selected && toKindFilter(selected) },
        { after: parseCursor(cursor, 'transfer'), limit },
      ),
    );
    const page = buildPage(rows, limit, ({ posted_at, id }) => [posted_at, id]);
    // Settlements are included if any of their parts is in a selected category.
    const data = page.data
      .map(toEntry)
      .filter(({ parts }) => selected === null || parts.some((part) => selected.includes(part.category)));
    return { data, next_cursor: page.next_cursor };
  },

  getCashFlowForecast: async ({ tx, query, now }) =>
    tx(async (merchant) => {
      const balances = await listBalances(merchant);
      const held = (types: readonly AccountType[]) =>
        add(...balances.filter(({ type }) => types.includes(type as AccountType)).map(({ balance }) => balance));
      return {
        data: buildForecast({
          account: query.account,
          balance: held(getAccountTypes(query.account)),
          approved: await sumApproved(merchant),
          in_transit: await sumInTransit(merchant),
          settlements: await readForecastInput(merchant, now),
          disbursements: await listReservedByDay(merchant, now),
        }),
      };
    }),
};

/** The ledger accounts of the selected balance, and the accounts that settlements credit. */
async function findScope(tx: MerchantTx, account: CashFlowAccount) {
  const ids = await listAccountIds(tx);
  const listIds = (types: readonly AccountType[]): string[] => types.flatMap((type) => ids[type] ?? []);
  return { ids: listIds(getAccountTypes(account)), settled_ids: listIds(['reserve', 'available']) };
}

async function readCashFlow(
  tx: MerchantTx,
  { query, now }: RequestContext<typeof contract.getCashFlow> | RequestContext<typeof contract.getCashFlowPdf>,
): Promise<CashFlow> {
  const { account } = query;
  const period = parsePeriod(query, toBusinessDay(now));
  if (period === 'range_too_long') {
    throw new Problem(
      422,
      period,
      localized(
        `Choose a period of at most ${CASH_FLOW_MAX_DAYS} days.`,
        `Pilih periode maksimal ${CASH_FLOW_MAX_DAYS} hari.`,
      ),
    );
  }
  if (period === 'range_reversed') {
    throw new Problem(
      422,
      period,
      localized('The end date is before the start date.', 'Tanggal akhir lebih awal dari tanggal mulai.'),
    );
  }
  const { flows, ends } = await readFlows(tx, await findScope(tx, account), period);
  return buildCashFlow({ account, ...period, as_of: now.toISOString() }, flows, ends);
}

const toKindFilter = (categories: readonly CashFlowCategory[]) => ({
  in: [...new Set([...listKinds(categories, true), ...SETTLEMENT_KINDS])],
  out: listKinds(categories, false),
});

function toEntry({ is_in, batch, ...row }: EntryRow): CashFlowEntry {
  const parts =
    batch === null ? [{ category: toCategory(row.kind, is_in), amount: row.amount }] : splitSettlement(batch);
  return { ...row, parts };
}

const formatFileName = ({ from, to }: CashFlow, format: string): string => `cash-flow-${from}-${to}.${format}`;
