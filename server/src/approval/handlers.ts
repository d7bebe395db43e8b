/** The list of approvals, and decisions from it. What a decision does is wired in approval-ports.ts, because features apply it. */
import * as contract from '@dasbor/contract/approval';
import type { Approval, ApprovalDetail, ApprovalSubject } from '@dasbor/contract/approval';
import { type MerchantTx, asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import type { Principal } from '../http/principal.ts';
import { forbidden, notFound } from '../http/problem.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { listRoleNames } from '../role/queries.ts';
import { withTenant } from '../http/tenant-context.ts';
import type { Vault } from '../vault.ts';
import type { DecisionContext } from './decide.ts';
import { type ApprovalRow, countWaiting, findRequestRow, listDecisions, listRequestRows } from './list-queries.ts';
import { listPersonNames } from './people-queries.ts';
import { policyHandlers } from './policy-handlers.ts';
import { isNamedApprover, isOwnRequest, mayApproveSubject, toReader } from './rules.ts';

type Decide<Reason> = (tx: MerchantTx, subject_id: string, reason: Reason, context: PortContext) => Promise<unknown>;
/** Some decisions compare account numbers, which are stored sealed. */
type PortContext = DecisionContext & { vault: Vault };
/** How a feature approves and rejects its subjects. */
type ApprovalPorts = Record<ApprovalSubject, { approve: Decide<string | null>; reject: Decide<string> }>;

type AnyContext = Pick<RequestContext<never>, 'deps' | 'principal' | 'now'>;

export const approvalHandlers = (ports: ApprovalPorts): Handlers<typeof contract> => ({
  ...policyHandlers,

  listApprovals: async (ctx) => {
    const { query, principal, now } = ctx;
    const after = parseCursor(query.cursor, 'approval_request');
    const reader = toReader(principal);
    const rows = await inScope(ctx, (tx) => listRequestRows(tx, reader, query, { after, now }));
    const { data, next_cursor } = buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
    return { data: data.map((row) => toApproval(row, principal, now)), next_cursor };
  },

  countWaitingApprovals: async (ctx) => {
    const reader = toReader(ctx.principal);
    const kinds = await inScope(ctx, (tx) => countWaiting(tx, reader, ctx.now));
    const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
    return { data: { count, may_view: reader.viewable.length > 0 } };
  },

  getApproval: async (ctx) => ({ data: await getDetail(ctx, ctx.params.id) }),

  approveRequest: {
    find: (ctx) => findDecidable(ctx, ctx.params.id),
    handle: (ctx) =>
      runDecision(ctx, contract.approveRequest, (tx, row, context) =>
        ports[row.subject_type].approve(tx, row.subject_id, ctx.body.reason || null, context),
      ),
  },

  rejectRequest: {
    find: (ctx) => findDecidable(ctx, ctx.params.id),
    handle: (ctx) =>
      runDecision(ctx, contract.rejectRequest, (tx, row, context) =>
        ports[row.subject_type].reject(tx, row.subject_id, ctx.body.reason, context),
      ),
  },
});

type DecisionRoute = typeof contract.approveRequest | typeof contract.rejectRequest;

async function runDecision<R extends DecisionRoute>(
  ctx: RequestContext<R>,
  route: R,
  decide: (tx: MerchantTx, row: ApprovalRow, context: PortContext) => Promise<unknown>,
): Promise<{ data: ApprovalDetail }> {
  const { principal, request, now } = ctx;
  const { id } = ctx.params as { id: string };
  const row = await findDecidable(ctx, id);
  const answer = await runIdempotent(route as DecisionRoute, withTenant(ctx, row.merchant_id) as never, {
    begin: async (tx) => {
      await decide(tx, row, { principal, ip: request.ip, now, vault: ctx.deps.vault });
      return id;
    },
    finish: async () => ({ data: await getDetail(ctx, id) }),
  });
  return answer as { data: ApprovalDetail };
}

/** Throws 404 for a request that the principal may not see, and 403 for one that the principal may never decide. */
async function findDecidable(ctx: AnyContext, id: string): Promise<ApprovalRow> {
  const row = await findRow(ctx, id);
  if (!mayApproveSubject(ctx.principal, row.subject_type)) throw forbidden();
  return row;
}

async function findRow(ctx: AnyContext, id: string): Promise<ApprovalRow> {
  const reader = toReader(ctx.principal);
  const row = await inScope(ctx, (tx) => findRequestRow(tx, reader, id));
  if (row === undefined) throw notFound();
  return row;
}

/** Reads in the merchant of the principal; provider staff read across merchants, only what they may view. */
const inScope = <T>(
  { deps, principal }: AnyContext,
  work: (tx: Parameters<typeof countWaiting>[0]) => Promise<T>,
): Promise<T> =>
  principal.merchant_id === null ? asPlatform(deps.db, work) : asMerchant(deps.db, principal.merchant_id, work);

function toApproval(row: ApprovalRow, principal: Principal, now: Date): Approval {
  const is_own = isOwnRequest(row, principal);
  const may_decide =
    row.status === 'pending' &&
    Date.parse(row.expires_at) > now.getTime() &&
    !is_own &&
    !row.has_decided &&
    mayApproveSubject(principal, row.subject_type) &&
    isNamedApprover(row, principal);
  return { ...row, is_own, may_decide };
}

async function getDetail(ctx: AnyContext, id: string): Promise<ApprovalDetail> {
  const { deps, principal, now } = ctx;
  const row = await findRow(ctx, id);
  const { decisions, role_names } = await asMerchant(deps.db, row.merchant_id, async (tx) => ({
    decisions: await listDecisions(tx, id),
    role_names: await listRoleNames(tx),
  }));
  const people = await asLogin(deps.db, (tx) => listPersonNames(tx, row.approver_user_ids));
  return {
    ...toApproval(row, principal, now),
    decisions,
    policy: { version: row.policy_version, roles: [...row.approver_roles], role_names, people },
  };
}
