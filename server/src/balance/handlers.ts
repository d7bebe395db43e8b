/** Balances of the merchant's accounts, the movements behind them, statements and journals. */
import type * as contract from '@dasbor/contract/balance';
import { type Balance, STATEMENT_MAX_ROWS } from '@dasbor/contract/balance';
import { TIME_ZONE, toBusinessDay } from '@dasbor/contract/time';
import { copyRows } from '../db/copy.ts';
import type { MerchantTx } from '../db/tx.ts';
import { createFileResponse } from '../http/list-file.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type RequestContext, type Handlers, StreamResponse } from '../http/serve.ts';
import { listBalances } from '../ledger/balance.ts';
import { type EntryFilter, countEntries, findBrandName, findJournal, listEntryRows } from './queries.ts';
import { toSortedBalances, formatCursor, parseCursor } from './rules.ts';
import { writeBalanceStatement } from './statement-pdf.ts';
import { balanceEntryFile, buildStatementQuery } from './statement-queries.ts';

export const balanceHandlers: Handlers<typeof contract> = {
  listBalances: async ({ tx, now }) => {
    const rows = await tx((merchant) => listBalances(merchant));
    return { data: toSortedBalances(rows), as_of: now.toISOString() };
  },

  getBalance: async ({ tx, now, params }) => {
    const account = await tx((merchant) => getAccount(merchant, params.id));
    return { data: { ...account, as_of: now.toISOString() } };
  },

  listBalanceEntries: async (ctx) => {
    if (ctx.file_format !== null) return answerStatement(ctx);
    const { query, params, tx } = ctx;
    return tx(async (merchant) => {
      await getAccount(merchant, params.id);
      const place = { after: parseCursor(query.cursor), limit: query.limit };
      const rows = await listEntryRows(merchant, params.id, query, place);
      const data = rows.slice(0, query.limit);
      const last = rows.length > query.limit ? data.at(-1) : undefined;
      return { data, next_cursor: last ? formatCursor(last) : null };
    });
  },

  getBalanceStatement: async (ctx) => {
    const { deps, merchant_id, query, params, now } = ctx;
    const { type, brand_name, count } = await ctx.tx(async (tx) => ({
      type: (await getAccount(tx, params.id)).type,
      brand_name: await findBrandName(tx),
      count: await countEntries(tx, params.id, query, STATEMENT_MAX_ROWS + 1),
    }));
    if (count > STATEMENT_MAX_ROWS) throw buildTooLongProblem();
    const rows = buildStatementQuery({ merchant_id, sql: deps.db.kysely }, params.id, query, now.toISOString());
    const account = formatName(type);
    const head = { account, brand_name, period: formatPeriod(query, now), filtered: formatFilter(query) };
    const stream = writeBalanceStatement(head, copyRows(deps.db, merchant_id, rows));
    const file_name = `statement-${type.replaceAll('_', '-')}-${toBusinessDay(now)}.pdf`;
    return new StreamResponse(stream, 'application/pdf', file_name);
  },

  getJournal: async ({ tx, params }) => {
    const journal = await tx((merchant) => findJournal(merchant, params.id));
    if (journal === null) throw notFound();
    return { data: journal };
  },
};

/** Throws 404 for what is no account of the merchant. */
async function getAccount(tx: MerchantTx, id: string): Promise<Balance> {
  const [account] = toSortedBalances(await listBalances(tx, [id]));
  if (account === undefined) throw notFound();
  return account;
}

async function answerStatement(ctx: RequestContext<typeof contract.listBalanceEntries>): Promise<StreamResponse> {
  const { type } = await ctx.tx((tx) => getAccount(tx, ctx.params.id));
  return createFileResponse(ctx, balanceEntryFile, `statement-${type.replaceAll('_', '-')}-${toBusinessDay(ctx.now)}`);
}

const buildTooLongProblem = () =>
  new Problem(
    422,
    'statement_too_long',
    `A PDF holds at most ${STATEMENT_MAX_ROWS} movements. Choose a shorter period, or take the CSV.`,
  );

const formatName = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ');

const time = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, dateStyle: 'medium', timeStyle: 'short' });

function formatPeriod({ from, to }: EntryFilter, now: Date): string {
  const begin = from === undefined ? 'from the first movement' : time.format(new Date(from));
  return `${begin} to ${time.format(to === undefined ? now : new Date(to))}`;
}

/** What is left out, so that nobody takes a filtered statement for a whole one. */
function formatFilter({ kind, direction, amount_min, amount_max, reference }: EntryFilter): string | null {
  const words = [
    kind?.length ? `only ${kind.map(formatName).join(', ')}` : null,
    direction ? `only ${direction}s` : null,
    amount_min === undefined ? null : `from Rp ${amount_min}`,
    amount_max === undefined ? null : `up to Rp ${amount_max}`,
    reference ? `reference ${reference}` : null,
  ].filter((part) => part !== null);
  return words.length === 0 ? null : `${words.join('; ')}. Balances hold every movement.`;
}
