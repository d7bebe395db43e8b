/** The list of approvals, and decisions from it. What a decision does is wired in approval-ports.ts, because features apply it. */
import * as contract from '@dasbor/contract/approval';
import type { Approval, ApprovalDetail, ApprovalSubject } from '@dasbor/contract/approval';
import { localized } from '@dasbor/contract/language';
import { publishToProvider } from '../db/live-events.ts';
import { type MerchantTx, type PlatformTx, asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { type Principal, getAccessLevel } from '../http/principal.ts';
import { Problem, forbidden, notFound } from '../http/problem.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { listRoleNames } from '../role/queries.ts';
import { withTenant } from '../http/tenant-context.ts';
import type { Decision, DecisionContext } from './decide.ts';
import {
  type ApprovalRow,
  countWaiting,
  findRequestRow,
  listDecisions,
  listRequestRows,
  summariseRequests,
} from './list-queries.ts';
import { listPersonNames } from './people-queries.ts';
import { policyHandlers } from './policy-handlers.ts';
import {
  canApproveSubject,
  isExpired,
  isNamedApprover,
  isOwnRequest,
  isRejectable,
  toApprovalReader,
} from './rules.ts';
import {
  countWaitingWriteOffs,
  findWriteOffRow,
  listWriteOffDecisions,
  listWriteOffRows,
  lockLineOfWriteOff,
  summariseWriteOffs,
} from './write-off-queries.ts';
import { addTotals, sortByStatus } from '../http/totals.ts';

type Decide<Reason> = (tx: MerchantTx, subject_id: string, reason: Reason, context: PortContext) => Promise<unknown>;
/** Some decisions compare account numbers, which are stored sealed, schedule the next inquiry at the bank, or quote fees. */
type PortContext = DecisionContext & Pick<Deps, 'vault' | 'env' | 'bank'>;
/** Port of a feature that approves and rejects its subjects. Write-offs belong to no merchant, so theirs has another transaction. */
type ApprovalPorts = Record<
  Exclude<ApprovalSubject, 'bank_write_off'>,
  { approve: Decide<string | null>; reject: Decide<string> }
> & {
  bank_write_off: (
    tx: PlatformTx,
    line_id: string,
    decision: Decision,
    context: Pick<DecisionRequest, 'principal' | 'request' | 'now'>,
  ) => Promise<void>;
};

type DecisionRequest = RequestContext<DecisionRoute>;
type AnyContext = Pick<RequestContext<never>, 'deps' | 'principal' | 'now'>;

export const approvalHandlers = (ports: ApprovalPorts): Handlers<typeof contract> => ({
  ...policyHandlers,

  listApprovals: async (ctx) => {
    const { query, principal, now } = ctx;
    const after = parseCursor(query.cursor, 'approval_request');
    const reader = toApprovalReader(principal);
    const [requests, write_offs] = await Promise.all([
      inScope(ctx, (tx) => listRequestRows(tx, reader, query, { after, now })),
      onProvider(ctx, [], (tx) => listWriteOffRows(tx, reader, query, after)),
    ]);
    const rows = mergeNewestFirst(requests, write_offs, query.limit + 1);
    const { data, next_cursor } = buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
    return { data: data.map((row) => toApproval(row, principal, now)), next_cursor };
  },

  summariseApprovals: async (ctx) => {
    const { query, principal, now } = ctx;
    const reader = toApprovalReader(principal);
    const [requests, write_offs] = await Promise.all([
      inScope(ctx, (tx) => summariseRequests(tx, reader, query, now)),
      onProvider(ctx, [], (tx) => summariseWriteOffs(tx, reader, query)),
    ]);
    return { data: sortByStatus(contract.APPROVAL_STATUSES, addTotals([...requests, ...write_offs])) };
  },

  countWaitingApprovals: async (ctx) => {
    const reader = toApprovalReader(ctx.principal);
    const [kinds, write_offs] = await Promise.all([
      inScope(ctx, (tx) => countWaiting(tx, reader, ctx.now)),
      onProvider(ctx, 0, (tx) => countWaitingWriteOffs(tx, reader)),
    ]);
    const count = kinds.reduce((sum, kind) => sum + kind.count, write_offs);
    return { data: { count, may_view: reader.viewable.length > 0 } };
  },

  getApproval: async (ctx) => ({ data: await getDetail(ctx, ctx.params.id) }),

  approveRequest: {
    find: (ctx) => getDecidable(ctx, ctx.params.id),
    handle: (ctx) =>
      runDecision(ports, ctx as DecisionRequest, { decision: 'approve', reason: ctx.body.reason || null }),
  },

  rejectRequest: {
    find: (ctx) => getDecidable(ctx, ctx.params.id),
    handle: (ctx) =>
      runDecision(ports, ctx as unknown as DecisionRequest, { decision: 'reject', reason: ctx.body.reason }),
  },
});

type DecisionRoute = typeof contract.approveRequest;

async function runDecision(
  ports: ApprovalPorts,
  ctx: DecisionRequest,
  decision: Decision,
): Promise<{ data: ApprovalDetail }> {
  const { principal, request, now } = ctx;
  const { id } = ctx.params;
  const { merchant_id, subject_type, subject_id } = await getDecidable(ctx, id);
  if (decision.decision === 'reject' && !isRejectable(subject_type)) throw notRejectable();
  if (merchant_id === null || subject_type === 'bank_write_off') {
    await decideWriteOff(ports, ctx, subject_id, decision);
    return { data: await getDetail(ctx, id) };
  }
  const port = ports[subject_type];
  const route = decision.decision === 'approve' ? contract.approveRequest : contract.rejectRequest;
  return runIdempotent(route as DecisionRoute, withTenant(ctx, merchant_id), {
    begin: async (tx) => {
      const { vault, env, bank } = ctx.deps;
      const context = { principal, ip: request.ip, now, request_id: id, vault, env, bank };
      if (decision.decision === 'approve') await port.approve(tx, subject_id, decision.reason, context);
      else await port.reject(tx, subject_id, decision.reason ?? '', context);
      return id;
    },
    finish: async () => ({ data: await getDetail(ctx, id) }),
  });
}

/** Keys of idempotency belong to a merchant; here a replay by the same person finds the decision and changes nothing. */
async function decideWriteOff(
  ports: ApprovalPorts,
  ctx: DecisionRequest,
  line_id: string,
  decision: Decision,
): Promise<void> {
  const { deps, principal } = ctx;
  const is_done = await asPlatform(deps.db, async (tx) => {
    await lockLineOfWriteOff(tx, line_id);
    const decided = await listWriteOffDecisions(tx, ctx.params.id);
    if (decided.some((it) => it.person_id === principal.id && it.decision === decision.decision)) return true;
    // The line may have a newer request, which the person has not read.
    if (decided.length > 0) throw noWriteOff();
    await ports.bank_write_off(tx, line_id, decision, ctx);
    return false;
  });
  if (is_done) ctx.setHeader('idempotent-replayed', 'true');
  else publishToProvider(deps.db.pool, 'approval');
}

const noWriteOff = (): Problem =>
  new Problem(
    409,
    'no_write_off',
    localized(
      'This request no longer waits for approval. Reload the list.',
      'Permintaan ini tidak lagi menunggu persetujuan. Muat ulang daftar.',
    ),
  );

const notRejectable = (): Problem =>
  new Problem(
    422,
    'not_rejectable',
    localized(
      'A settlement can only be approved. Dispute its lines, or ask the provider to hold it.',
      'Settlement hanya dapat disetujui. Ajukan sengketa atas barisnya, atau minta penyedia menahannya.',
    ),
  );

/** Throws 404 for a request that the principal may not see, and 403 for one that the principal may never decide. */
async function getDecidable(ctx: AnyContext, id: string): Promise<ApprovalRow> {
  const row = await getRow(ctx, id);
  if (!canApproveSubject(ctx.principal, row.subject_type)) throw forbidden();
  return row;
}

async function getRow(ctx: AnyContext, id: string): Promise<ApprovalRow> {
  const reader = toApprovalReader(ctx.principal);
  const row =
    (await inScope(ctx, (tx) => findRequestRow(tx, reader, id))) ??
    (await onProvider(ctx, undefined, (tx) => findWriteOffRow(tx, reader, id)));
  if (row === undefined) throw notFound();
  return row;
}

/** Reads in the merchant of the principal; provider staff read across merchants, only what they may view. */
const inScope = <T>(
  { deps, principal }: AnyContext,
  work: (tx: Parameters<typeof countWaiting>[0]) => Promise<T>,
): Promise<T> =>
  principal.merchant_id === null ? asPlatform(deps.db, work) : asMerchant(deps.db, principal.merchant_id, work);

/** Value for staff of the provider; `otherwise` for everyone else. */
const onProvider = <T>(
  { deps, principal }: AnyContext,
  otherwise: T,
  work: (tx: PlatformTx) => Promise<T>,
): Promise<T> =>
  principal.merchant_id === null && getAccessLevel(principal, 'Merchant finance') !== 'disabled'
    ? asPlatform(deps.db, work)
    : Promise.resolve(otherwise);

const mergeNewestFirst = (
  requests: readonly ApprovalRow[],
  write_offs: readonly ApprovalRow[],
  limit: number,
): ApprovalRow[] =>
  [...requests, ...write_offs]
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || (a.id < b.id ? 1 : -1))
    .slice(0, limit);

function toApproval(row: ApprovalRow, principal: Principal, now: Date): Approval {
  const is_own = isOwnRequest(row, principal);
  const may_decide =
    row.status === 'pending' &&
    !isExpired(row, now) &&
    !is_own &&
    !row.has_decided &&
    canApproveSubject(principal, row.subject_type) &&
    isNamedApprover(row, principal);
  return { ...row, is_own, may_decide, may_reject: may_decide && isRejectable(row.subject_type) };
}

async function getDetail(ctx: AnyContext, id: string): Promise<ApprovalDetail> {
  const { deps, principal, now } = ctx;
  const row = await getRow(ctx, id);
  const { merchant_id } = row;
  if (merchant_id === null) {
    const decisions = await asPlatform(deps.db, (tx) => listWriteOffDecisions(tx, id));
    return {
      ...toApproval(row, principal, now),
      decisions: decisions.map(({ person_id: _person_id, ...decision }) => decision),
      policy: { version: row.policy_version, roles: [], role_names: {}, people: [] },
    };
  }
  const { decisions, role_names } = await asMerchant(deps.db, merchant_id, async (tx) => ({
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
