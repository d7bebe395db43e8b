/** Commission statements of the provider: list, detail, lines as a file, submission and retry. They are decided as approvals. */
import * as contract from '@dasbor/contract/commission-statement';
import type { CommissionStatement, CommissionStatementDetail } from '@dasbor/contract/commission-statement';
import { translateBankMessage } from '@dasbor/contract/bank-messages';
import type { Route } from '@dasbor/contract/route';
import { toBusinessDay } from '@dasbor/contract/time';
import type { DecisionContext } from '../approval/decide.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import { type Handlers, type RequestContext, StreamResponse } from '../http/serve.ts';
import { createTableResponse } from '../http/table-response.ts';
import { withTenant } from '../http/tenant-context.ts';
import { retryPayout, submitStatement } from './statement-decide.ts';
import { buildStatementLineTable, buildStatementTable } from './statement-files.ts';
import { writeCommissionStatement } from './statement-pdf.ts';
import {
  type StatementFilter,
  type StatementRow,
  findSeriesId,
  findStatement,
  listStatementEvents,
  listStatementLines,
  listStatements,
  summariseStatements,
} from './statement-list-queries.ts';
import { sortByStatus } from '../http/totals.ts';

type Reader = Pick<RequestContext<Route>, 'deps' | 'language'>;
type ReaderOfOne = Reader & { params: { id: string } };
type Change = typeof contract.submitCommissionStatement | typeof contract.retryCommissionPayout;

export const commissionStatementHandlers: Handlers<typeof contract> = {
  listCommissionStatements: async (ctx) => {
    const { query, language, now, deps } = ctx;
    const filter = await resolveFilter(ctx, query);
    if (ctx.file_format !== null) {
      const table = buildStatementTable(readAll(ctx, filter), language, query.columns, ctx.time_zone);
      const name = `commission-statements-${toBusinessDay(now)}`;
      return createTableResponse(ctx, table, { title: 'commission statements', file_name: name });
    }
    const after = parseCursor(query.cursor, 'commission_statement');
    const rows = await asPlatform(deps.db, (tx) => listStatements(tx, filter, { after, limit: query.limit }));
    return buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
  },

  summariseCommissionStatements: async (ctx) => {
    const filter = await resolveFilter(ctx, ctx.query);
    const totals = await asPlatform(ctx.deps.db, (tx) => summariseStatements(tx, filter));
    return { data: sortByStatus(contract.COMMISSION_STATEMENT_STATUSES, totals) };
  },

  getCommissionStatement: async (ctx) => ({ data: await readDetail(ctx) }),

  listCommissionStatementLines: async (ctx) => {
    const statement = await getStatement(ctx);
    const lines = await asPlatform(ctx.deps.db, (tx) => listStatementLines(tx, statement));
    if (ctx.file_format === null) return { data: lines };
    const table = buildStatementLineTable(lines, ctx.language);
    return createTableResponse(ctx, table, { title: statement.number, file_name: statement.number });
  },

  downloadCommissionStatement: async (ctx) => {
    const statement = await readDetail(ctx);
    const content = writeCommissionStatement(statement, ctx.language);
    return new StreamResponse(content, 'application/pdf', `${statement.number}.pdf`);
  },

  submitCommissionStatement: {
    find: findTarget,
    handle: (ctx) => change(contract.submitCommissionStatement, ctx, submitStatement),
  },

  retryCommissionPayout: {
    find: findTarget,
    handle: (ctx) => change(contract.retryCommissionPayout, ctx, retryPayout),
  },
};

/** A rule that does not exist has no statements. */
async function resolveFilter(
  { deps }: Reader,
  { rule_id, ...filter }: Omit<StatementFilter, 'series_id'>,
): Promise<StatementFilter> {
  if (rule_id === undefined) return filter;
  return { ...filter, series_id: (await asPlatform(deps.db, (tx) => findSeriesId(tx, rule_id))) ?? rule_id };
}

const FILE_PAGE = 500;

/** All rows of the list, page by page. */
async function* readAll({ deps }: Reader, filter: StatementFilter): AsyncGenerator<CommissionStatement> {
  for (let last: CommissionStatement | undefined; ;) {
    const after = last === undefined ? null : { at: last.created_at, id: last.id };
    const rows = await asPlatform(deps.db, (tx) => listStatements(tx, filter, { after, limit: FILE_PAGE }));
    yield* rows.slice(0, FILE_PAGE);
    if (rows.length <= FILE_PAGE) return;
    last = rows[FILE_PAGE - 1];
  }
}

async function findTarget({ deps, params }: ReaderOfOne): Promise<StatementRow | null> {
  return (await asPlatform(deps.db, (tx) => findStatement(tx, params.id))) ?? null;
}

async function getStatement(ctx: ReaderOfOne): Promise<StatementRow> {
  const statement = await findTarget(ctx);
  if (statement === null) throw notFound();
  return statement;
}

async function readDetail(ctx: ReaderOfOne): Promise<CommissionStatementDetail> {
  const { deps, language } = ctx;
  const statement = await getStatement(ctx);
  const translate = (text: string | null): string | null => text && translateBankMessage(text, language);
  const lines = await asPlatform(deps.db, (tx) => listStatementLines(tx, statement));
  const events = await asMerchant(deps.db, statement.beneficiary_id, (tx) => listStatementEvents(tx, statement.id));
  return {
    ...statement,
    remark: translate(statement.remark),
    failure_message: translate(statement.failure_message),
    lines,
    events: events.map((event) => ({ ...event, reason: translate(event.reason) })),
  };
}

/** Runs a change in the merchant that earns the statement. */
async function change(
  route: Change,
  ctx: RequestContext<Change>,
  work: (tx: MerchantTx, id: string, context: DecisionContext) => Promise<void>,
): Promise<{ data: CommissionStatementDetail }> {
  const { id } = ctx.params;
  const { beneficiary_id } = await getStatement(ctx);
  const { principal, now, request } = ctx;
  return runIdempotent(route, withTenant(ctx, beneficiary_id), {
    begin: async (tx) => {
      await work(tx, id, { principal, now, ip: request.ip });
      return id;
    },
    finish: async () => ({ data: await readDetail(ctx) }),
  });
}
