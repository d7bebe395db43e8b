/** API handlers of balances, movements, statements and journals. */
import { formatInstant, formatRupiah } from '@dasbor/contract/format';
import { accountLabel, entryLabel } from '@dasbor/contract/balance-labels';
import { type Language, localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/balance';
import { type Balance, STATEMENT_MAX_ROWS } from '@dasbor/contract/balance';
import { toBusinessDay } from '@dasbor/contract/time';
import { getBrandName } from '../db/merchant-names.ts';
import { openRows } from '../db/copy.ts';
import type { MerchantTx } from '../db/tx.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { createFileResponse } from '../http/list-file.ts';
import { Problem, notFound } from '../http/problem.ts';
import { createRowFileResponse } from '../http/row-table.ts';
import { type RequestContext, type Handlers, StreamResponse } from '../http/serve.ts';
import { listBalances } from '../ledger/balance.ts';
import { balanceFile } from './balance-file.ts';
import { type EntryFilter, countEntries, findJournal, listEntryRows } from './queries.ts';
import { toSortedBalances } from './rules.ts';
import { writeBalanceStatement } from './statement-pdf.ts';
import { balanceEntryFile, buildStatementQuery } from './statement-queries.ts';

export const balanceHandlers: Handlers<typeof contract> = {
  listBalances: async (ctx) => {
    const data = toSortedBalances(await ctx.tx((tx) => listBalances(tx)));
    if (ctx.file_format !== null) return createRowFileResponse(ctx, balanceFile, data);
    return { data, as_of: ctx.now.toISOString() };
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
      const cursor = { after: parseCursor(query.cursor, 'transfer'), limit: query.limit };
      const rows = await listEntryRows(merchant, params.id, query, cursor);
      return buildPage(rows, query.limit, ({ posted_at, id }) => [posted_at, id]);
    });
  },

  getBalanceStatement: async (ctx) => {
    const { deps, merchant_id, query, params, now, language } = ctx;
    const { type, brand_name, count } = await ctx.tx(async (tx) => ({
      type: (await getAccount(tx, params.id)).type,
      brand_name: await getBrandName(tx),
      count: await countEntries(tx, params.id, query, STATEMENT_MAX_ROWS + 1),
    }));
    if (count > STATEMENT_MAX_ROWS) throw buildTooLongProblem();
    const rows = buildStatementQuery({ merchant_id, sql: deps.db.kysely }, params.id, query, {
      now: now.toISOString(),
      language,
    });
    const account = accountLabel(type, language);
    const head = {
      account,
      brand_name,
      period: formatPeriod(query, now, language),
      filtered: formatFilter(query, language),
    };
    const entries = await openRows(deps.db, merchant_id, rows, { reader: 'client' });
    const stream = writeBalanceStatement(head, language, entries);
    const file_name = `statement-${type.replaceAll('_', '-')}-${toBusinessDay(now)}.pdf`;
    return new StreamResponse(stream, 'application/pdf', file_name);
  },

  getJournal: async ({ tx, params }) => {
    const journal = await tx((merchant) => findJournal(merchant, params.id));
    if (journal === null) throw notFound();
    return { data: journal };
  },
};

/** Throws 404 when the merchant has no such account. */
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
    localized(
      `A PDF statement holds at most ${STATEMENT_MAX_ROWS} movements. Choose a shorter period or export a CSV.`,
      `Laporan mutasi saldo PDF memuat maksimal ${STATEMENT_MAX_ROWS} mutasi. Pilih periode yang lebih pendek atau ekspor CSV.`,
    ),
  );

function formatPeriod({ from, to }: EntryFilter, now: Date, language: Language): string {
  const first = language === 'id' ? 'dari mutasi pertama' : 'from the first movement';
  const begin = from === undefined ? first : formatInstant(from, language);
  return `${begin} ${language === 'id' ? 'sampai' : 'to'} ${formatInstant(to ?? now, language)}`;
}

/** The filter of the statement, so that a filtered statement is not mistaken for a complete one. */
function formatFilter(filter: EntryFilter, language: Language): string | null {
  const { kind, direction, amount_min, amount_max, reference } = filter;
  const t = FILTER_TEXTS[language];
  const parts = [
    kind?.length ? `${t.only} ${kind.map((each) => entryLabel(each, language)).join(', ')}` : null,
    direction ? `${t.only} ${t[direction]}` : null,
    amount_min === undefined ? null : `${t.from} ${formatRupiah(amount_min)}`,
    amount_max === undefined ? null : `${t.to} ${formatRupiah(amount_max)}`,
    reference ? `${t.reference} ${reference}` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `${parts.join('; ')}. ${t.note}`;
}

const FILTER_TEXTS = {
  en: {
    only: 'only',
    debit: 'debits',
    credit: 'credits',
    from: 'from',
    to: 'up to',
    reference: 'reference',
    note: 'Balances include all movements.',
  },
  id: {
    only: 'hanya',
    debit: 'debit',
    credit: 'kredit',
    from: 'dari',
    to: 'sampai',
    reference: 'referensi',
    note: 'Saldo mencakup semua mutasi.',
  },
};
