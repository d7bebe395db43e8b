/** Bank statements of the provider: upload, lines, matches and write-offs. */
import type * as contract from '@dasbor/contract/bank-statement';
import type { StatementLine } from '@dasbor/contract/bank-statement';
import { publishToProvider } from '../db/live-events.ts';
import { type PlatformTx, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { buildPage, parseCursor, parseLineCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { createTableResponse } from '../http/table-response.ts';
import { buildLineTable } from './files.ts';
import { listCandidateRows } from './movement-queries.ts';
import { findLine, listLines, listStatements } from './queries.ts';
import {
  type ReconciliationContext,
  applyRules,
  getStatement,
  matchLine,
  parseFile,
  storeStatement,
  unmatchLine,
} from './reconcile.ts';
import { decideLineWriteOff, requestReversal, requestWriteOff } from './write-off.ts';

const CANDIDATES_MAX = 100;

export const bankStatementHandlers: Handlers<typeof contract> = {
  listBankStatements: async ({ deps, query }) => {
    const after = parseCursor(query.cursor, 'bank_statement');
    const rows = await asPlatform(deps.db, (tx) => listStatements(tx, { after, limit: query.limit }));
    return buildPage(rows, query.limit, ({ uploaded_at, id }) => [uploaded_at, id]);
  },

  uploadBankStatement: async (ctx) => {
    const { deps, file, body } = ctx;
    const parsed = parseFile(file, body.account_no);
    return asPlatform(deps.db, async (tx) => ({
      data: await getStatement(tx, await storeStatement(tx, file, parsed, ctx)),
    }));
  },

  getBankStatement: async ({ deps, params }) => ({
    data: await asPlatform(deps.db, (tx) => getStatement(tx, params.id)),
  }),

  listStatementLines: async (ctx) => {
    const { deps, params, query, principal } = ctx;
    if (ctx.file_format !== null) {
      const { number } = await asPlatform(deps.db, (tx) => getStatement(tx, params.id));
      const title = `bank statement ${number}`;
      const file_name = `bank-statement-${number.replaceAll(/[^0-9A-Za-z-]+/g, '-') || params.id}`;
      return createTableResponse(ctx, buildLineTable(readAllLines(ctx), ctx.language), { title, file_name });
    }
    const after = parseLineCursor(query.cursor);
    const rows = await asPlatform(deps.db, async (tx) => {
      await getStatement(tx, params.id);
      return listLines(tx, params.id, { ...query, after, person_id: principal.id });
    });
    return buildPage(rows, query.limit, ({ line_no }) => [line_no]);
  },

  listMovementCandidates: async ({ deps, params, query }) => ({
    data: await asPlatform(deps.db, async (tx) =>
      listCandidateRows(tx, await getStatement(tx, params.id), { ...query, limit: CANDIDATES_MAX }),
    ),
  }),

  matchBankStatement: async ({ deps, params, now }) =>
    asPlatform(deps.db, async (tx) => {
      await applyRules(tx, params.id, now);
      return { data: await getStatement(tx, params.id) };
    }),

  matchStatementLine: onLine<typeof contract.matchStatementLine>((tx, ctx) =>
    matchLine(tx, ctx.params.id, ctx.body.movements, ctx),
  ),
  unmatchStatementLine: async (ctx) => changeLine(ctx, (tx) => unmatchLine(tx, ctx.params.id, ctx)),
  writeOffStatementLine: onApproval<typeof contract.writeOffStatementLine>((tx, ctx) =>
    requestWriteOff(tx, ctx.params.id, ctx.body.reason, ctx),
  ),
  reverseWriteOff: onApproval<typeof contract.reverseWriteOff>((tx, ctx) =>
    requestReversal(tx, ctx.params.id, ctx.body.reason, ctx),
  ),
  decideWriteOff: onApproval<typeof contract.decideWriteOff>((tx, ctx) =>
    decideLineWriteOff(tx, ctx.params.id, { decision: ctx.body.decision, reason: null }, ctx),
  ),
};

const FILE_PAGE = 1_000;

/** All lines of a filter, page by page. */
async function* readAllLines({
  deps,
  params,
  query,
  principal,
}: RequestContext<typeof contract.listStatementLines>): AsyncGenerator<StatementLine> {
  for (let after = 0; ;) {
    const page = { ...query, limit: FILE_PAGE, after, person_id: principal.id };
    const rows = await asPlatform(deps.db, (tx) => listLines(tx, params.id, page));
    yield* rows.slice(0, FILE_PAGE);
    const last = rows[FILE_PAGE - 1];
    if (last === undefined || rows.length <= FILE_PAGE) return;
    after = last.line_no;
  }
}

type LineContext = ReconciliationContext & { deps: Deps; params: { id: string } };

type ApprovalRoute =
  | typeof contract.writeOffStatementLine
  | typeof contract.reverseWriteOff
  | typeof contract.decideWriteOff;

/** A change of a line that is requested or decided: open lists of approvals read again. */
function onApproval<R extends ApprovalRoute>(change: (tx: PlatformTx, ctx: RequestContext<R>) => Promise<void>) {
  const { find, handle } = onLine<R>(change);
  return {
    find,
    handle: async (ctx: RequestContext<R>) => {
      const answer = await handle(ctx);
      publishToProvider(ctx.deps.db.pool, 'approval');
      return answer;
    },
  };
}

/** A change of a line that exists; the response is the line after it. */
function onLine<R extends typeof contract.matchStatementLine | ApprovalRoute>(
  change: (tx: PlatformTx, ctx: RequestContext<R>) => Promise<void>,
) {
  return {
    find: async ({ deps, params, principal }: { deps: Deps; params: { id: string }; principal: { id: string } }) =>
      (await asPlatform(deps.db, (tx) => findLine(tx, params.id, principal.id))) ?? null,
    handle: (ctx: RequestContext<R>) => changeLine(ctx as unknown as LineContext, (tx) => change(tx, ctx)),
  };
}

async function changeLine(
  { deps, params, principal }: LineContext,
  change: (tx: PlatformTx) => Promise<void>,
): Promise<{ data: StatementLine }> {
  return asPlatform(deps.db, async (tx) => {
    await change(tx);
    const data = await findLine(tx, params.id, principal.id);
    if (data === undefined) throw notFound();
    return { data };
  });
}
