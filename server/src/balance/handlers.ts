/** Balances of the merchant's accounts, the movements behind them, statements and journals. */
import type * as contract from '@dasbor/contract/balance';
import type { Balance } from '@dasbor/contract/balance';
import { businessDayOf } from '@dasbor/contract/time';
import { copyCsv } from '../db/copy.ts';
import type { MerchantTx } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import { type Ctx, type Handlers, StreamAnswer } from '../http/serve.ts';
import { listBalances } from '../ledger/balance.ts';
import { findJournal, listEntryRows } from './queries.ts';
import { balancesInOrder, cursorOf, placeOf } from './rules.ts';
import { statementCsv } from './statement-queries.ts';

export const balanceHandlers: Handlers<typeof contract> = {
  listBalances: async ({ tx, now }) => {
    const rows = await tx((merchant) => listBalances(merchant));
    return { data: balancesInOrder(rows), as_of: now.toISOString() };
  },

  getBalance: async ({ tx, now, params }) => {
    const account = await tx((merchant) => getAccount(merchant, params.id));
    return { data: { ...account, as_of: now.toISOString() } };
  },

  listBalanceEntries: async (ctx) => {
    if (ctx.wants_csv) return statementOf(ctx);
    const { query, params, tx } = ctx;
    return tx(async (merchant) => {
      await getAccount(merchant, params.id);
      const place = { after: placeOf(query.cursor), limit: query.limit };
      const rows = await listEntryRows(merchant, params.id, query, place);
      const data = rows.slice(0, query.limit);
      const last = rows.length > query.limit ? data.at(-1) : undefined;
      return { data, next_cursor: last ? cursorOf(last) : null };
    });
  },

  getJournal: async ({ tx, params }) => {
    const journal = await tx((merchant) => findJournal(merchant, params.id));
    if (journal === null) throw notFound();
    return { data: journal };
  },
};

/** Throws 404 for what is no account of the merchant. */
async function getAccount(tx: MerchantTx, id: string): Promise<Balance> {
  const [account] = balancesInOrder(await listBalances(tx, [id]));
  if (account === undefined) throw notFound();
  return account;
}

async function statementOf(ctx: Ctx<typeof contract.listBalanceEntries>): Promise<StreamAnswer> {
  const { deps, merchant_id, query, params, now } = ctx;
  const { type } = await ctx.tx((tx) => getAccount(tx, params.id));
  const csv = statementCsv({ merchant_id, sql: deps.db.kysely }, params.id, query, now.toISOString());
  const stream = await copyCsv(deps.db, merchant_id, csv);
  const file_name = `statement-${type.replaceAll('_', '-')}-${businessDayOf(now)}.csv`;
  return new StreamAnswer(stream, 'text/csv; charset=utf-8', file_name);
}
