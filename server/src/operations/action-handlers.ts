/** Actions of the provider's staff that end the cause of an exception, by the rules of its feature. */
import * as contract from '@dasbor/contract/exception-action';
import type { Rupiah } from '@dasbor/contract/money';
import type { ExceptionKind } from '@dasbor/contract/operations';
import type { Body, Output, Route } from '@dasbor/contract/route';
import type { RailChoice } from '@dasbor/contract/transfer-rail';
import type * as webhook from '@dasbor/contract/webhook';
import type { ProviderAction } from '@dasbor/contract/provider-actions';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { enqueue } from '../db/enqueue.ts';
import { publishToProvider } from '../db/live-events.ts';
import { type MerchantTx, type PlatformTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { runPrepared } from '../http/idempotency.ts';
import type { Principal } from '../http/principal.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { withTenant } from '../http/tenant-context.ts';
import { bankUnreachable } from '../rails/problems.ts';
import {
  type FoundPayment,
  findDisbursementRetries,
  findLatestTransfer,
  findPaymentOfAnyMerchant,
  isMerchant,
  readDisbursementStatus,
  readPaymentStatus,
  readRefundStatus,
} from './action-queries.ts';
import { storeDecision } from './exception-queries.ts';
import { findException } from './exceptions.ts';
import { unknownPayment } from './problems.ts';

interface TenantContext {
  merchant_id: string;
  principal: Principal;
  ip: string;
  now: Date;
}
type Account = { bank_code: string; account_no: string } | null;
/** Creates an object in the transaction of the request and returns its id. */
type Begin = (tx: MerchantTx) => Promise<string>;
type Handle<R extends Route> = (ctx: RequestContext<R>) => Promise<Output<R>>;
type WithHandle<R extends Route> = { handle: Handle<R> };

/** Actions of other features. Inquiries at the bank come before the transaction. */
export interface ExceptionPorts {
  prepareRetry: (
    deps: Deps,
    input: { id: string; account: Account; rail: RailChoice | undefined; merchant_reference: string },
    context: TenantContext,
  ) => Promise<Begin>;
  prepareRefund: (
    deps: Deps,
    input: { id: string; account: Account; amount: Rupiah; reason: string },
    context: TenantContext,
  ) => Promise<Begin>;
  checkTransfer: (deps: Deps, merchant_id: string, transfer_id: string) => Promise<void>;
  /** Queries the status of a payment; false when the bank did not respond. */
  syncPayment: (deps: Deps, payment: FoundPayment) => Promise<boolean>;
  testWebhook: WithHandle<typeof webhook.testWebhook>;
  enableWebhook: Handle<typeof webhook.enableWebhook>;
}

type AnyContext = Pick<RequestContext<Route>, 'deps' | 'principal' | 'request' | 'now'>;

type All = Handlers<typeof contract>;

export const buildExceptionActionHandlers = (ports: ExceptionPorts): All => ({
  ...buildMoneyHandlers(ports),
  ...buildTransferHandlers(ports),
  ...buildWebhookHandlers(ports),
  ...buildCallbackHandlers(ports),
  ...SYSTEM_HANDLERS,
});

/** Requests that move money of a merchant once its approvers agree. */
const buildMoneyHandlers = (
  ports: ExceptionPorts,
): Pick<All, 'retryMerchantDisbursement' | 'refundMerchantTransaction'> => ({
  retryMerchantDisbursement: {
    find: ({ deps, params }) =>
      readAsMerchant(deps, params.merchant_id, async (tx) => await findDisbursementRetries(tx, params.id)),
    handle: async (ctx) => {
      const { deps, params, body } = ctx;
      const tenant = withTenant(ctx, params.merchant_id);
      const retried = await tenant.tx((tx) => findDisbursementRetries(tx, params.id));
      if (retried === undefined) throw notFound();
      const merchant_reference = `${retried.merchant_reference.slice(0, REFERENCE_KEPT)}-R${retried.retries + 1}`;
      const input = { id: params.id, account: toAccount(body), rail: body.rail, merchant_reference };
      return runPrepared(contract.retryMerchantDisbursement, tenant, {
        prepare: () => ports.prepareRetry(deps, input, toTenantContext(ctx, params.merchant_id)),
        begin: (tx, begin) => begin(tx),
        finish: async (id) => ({ data: { id, status: await tenant.tx((tx) => readDisbursementStatus(tx, id)) } }),
      });
    },
  },

  refundMerchantTransaction: {
    find: ({ deps, params }) =>
      readAsMerchant(deps, params.merchant_id, async (tx) => await readPaymentStatus(tx, params.id)),
    handle: async (ctx) => {
      const { deps, params, body } = ctx;
      const tenant = withTenant(ctx, params.merchant_id);
      const input = { id: params.id, account: toAccount(body), amount: body.amount, reason: body.reason };
      return runPrepared(contract.refundMerchantTransaction, tenant, {
        prepare: () => ports.prepareRefund(deps, input, toTenantContext(ctx, params.merchant_id)),
        begin: (tx, begin) => begin(tx),
        finish: async (id) => ({ data: { id, status: await tenant.tx((tx) => readRefundStatus(tx, id)) } }),
      });
    },
  },
});

/** Inquiries about transfers. */
const buildTransferHandlers = (ports: ExceptionPorts): Pick<All, 'checkMerchantTransfer'> => ({
  checkMerchantTransfer: async (ctx) => {
    const { deps, params } = ctx;
    const { merchant_id, id } = params;
    const read = () => readAsMerchant(deps, merchant_id, (tx) => findLatestTransfer(tx, id));
    const found = await read();
    if (found === undefined || found === null) throw notFound();
    await ports.checkTransfer(deps, merchant_id, found.id);
    const status = (await read())?.status ?? found.status;
    await record(ctx, {
      action: 'transfer.checked',
      object: { object_type: found.subject_type, object_id: id, merchant_id },
      before: { status: found.status },
      after: { status },
    });
    return { data: { status } };
  },
});

/** Endpoints of merchants. */
const buildWebhookHandlers = (ports: ExceptionPorts): Pick<All, 'testMerchantWebhook' | 'enableMerchantWebhook'> => ({
  testMerchantWebhook: async (ctx) => {
    const { merchant_id, id } = ctx.params;
    const body: Body<typeof webhook.testWebhook> = { type: 'payment.success' };
    const tenant = Object.create(withTenant(ctx, merchant_id), { body: { value: body } });
    await assertMerchant(ctx.deps, merchant_id);
    const tested = await ports.testWebhook.handle(tenant as RequestContext<typeof webhook.testWebhook>);
    await record(ctx, {
      action: 'webhook.tested',
      object: { object_type: 'webhook_endpoint', object_id: id, merchant_id },
      after: { http_status: tested.data.http_status },
    });
    return tested;
  },

  enableMerchantWebhook: async (ctx) => {
    const { merchant_id } = ctx.params;
    await assertMerchant(ctx.deps, merchant_id);
    const tenant: unknown = withTenant(ctx, merchant_id);
    const enabled = await ports.enableWebhook(tenant as RequestContext<typeof webhook.enableWebhook>);
    publishToProvider(ctx.deps.db.pool);
    return enabled;
  },
});

/** Callbacks that matched nothing. */
const buildCallbackHandlers = (ports: ExceptionPorts): Pick<All, 'assignCallback'> => ({
  assignCallback: {
    find: async (ctx) =>
      (await asPlatform(ctx.deps.db, (tx) => findOpen(tx, ctx, 'unmatched_callback', ctx.params.id))) ?? null,
    handle: async (ctx) => {
      const { deps, params, body } = ctx;
      const { transaction_id } = body;
      const payment = await asPlatform(deps.db, (tx) => findPaymentOfAnyMerchant(tx, transaction_id));
      if (payment === undefined) throw unknownPayment();
      if (!(await ports.syncPayment(deps, payment))) throw bankUnreachable();
      const { merchant_id } = payment;
      const status = await asMerchant(deps.db, merchant_id, (tx) => readPaymentStatus(tx, transaction_id));
      if (status === null) throw unknownPayment();
      await close(ctx, 'unmatched_callback', params.id, {
        action: 'callback.assigned',
        note: `${transaction_id}: ${body.note}`,
        after: { transaction_id, status, note: body.note },
        merchant_id,
      });
      return { data: { merchant_id, status } };
    },
  },
});

/** The ledger and the banks. */
const SYSTEM_HANDLERS: Pick<All, 'startLedgerVerification' | 'probeBank'> = {
  startLedgerVerification: async (ctx) => {
    await asPlatform(ctx.deps.db, async (tx) => {
      await enqueue(tx, 'verify_ledger', {}, { job_key: 'verify_ledger:requested' });
      const object = { object_type: 'ledger', object_id: null };
      await recordProviderEvent(tx, ctx, { action: 'ledger.verification_started', ...object });
    });
  },

  probeBank: async (ctx) => {
    const { deps, params } = ctx;
    const message = await deps.bank.probe();
    if (message.partner !== params.bank) throw notFound();
    const is_responsive = message.http_status !== null;
    const { latency_ms } = message;
    const result = { is_responsive, http_status: message.http_status, latency_ms };
    const open = await asPlatform(deps.db, (tx) => findOpen(tx, ctx, 'bank_unavailable', params.bank));
    if (is_responsive && open !== undefined) {
      const note = `The bank responded to a probe in ${latency_ms ?? 0} ms.`;
      await close(ctx, 'bank_unavailable', params.bank, { action: 'bank.probed', note, after: result });
    } else {
      const object = { object_type: 'bank', object_id: params.bank };
      await record(ctx, { action: 'bank.probed', object, after: result });
    }
    return { data: { is_responsive, latency_ms: is_responsive ? latency_ms : null } };
  },
};

/** A reference has at most 64 characters. */
const REFERENCE_KEPT = 58;

const toAccount = ({
  bank_code,
  account_no,
}: {
  bank_code?: string | undefined;
  account_no?: string | undefined;
}): Account => (bank_code === undefined || account_no === undefined ? null : { bank_code, account_no });

const toTenantContext = ({ principal, request, now }: AnyContext, merchant_id: string): TenantContext => ({
  merchant_id,
  principal,
  ip: request.ip,
  now,
});

/** Reads of a merchant; null when there is no such merchant or object. */
async function readAsMerchant<T>(
  { db }: Deps,
  merchant_id: string,
  read: (tx: MerchantTx) => Promise<T | undefined>,
): Promise<T | null> {
  return (await asMerchant(db, merchant_id, read)) ?? null;
}

async function assertMerchant({ db }: Deps, merchant_id: string): Promise<void> {
  if (!(await asPlatform(db, (tx) => isMerchant(tx, merchant_id)))) throw notFound();
}

const findOpen = (tx: PlatformTx, { now, principal }: AnyContext, kind: ExceptionKind, object_id: string) =>
  findException(tx, { kind, object_id }, { now, user_id: principal.id });

interface Closing {
  action: ProviderAction;
  note: string;
  after: unknown;
  merchant_id?: string;
}

/** Closes an exception whose cause an action ended. */
async function close(
  ctx: AnyContext,
  kind: ExceptionKind,
  object_id: string,
  { action, note, after, merchant_id }: Closing,
): Promise<void> {
  const { deps, principal, now } = ctx;
  await asPlatform(deps.db, async (tx) => {
    const found = await findOpen(tx, ctx, kind, object_id);
    if (found === undefined) throw notFound();
    const { decision } = found;
    await storeDecision(tx, { ...decision, closed: { by_id: principal.id, by: principal.name, note }, now });
    const of = merchant_id ?? decision.merchant_id;
    await recordProviderEvent(tx, ctx, { action, object_type: kind, object_id, merchant_id: of, after });
  });
  publishToProvider(deps.db.pool);
}

interface Recorded {
  action: ProviderAction;
  object: { object_type: string; object_id: string; merchant_id?: string };
  before?: unknown;
  after?: unknown;
}

async function record(ctx: AnyContext, { action, object, before, after }: Recorded): Promise<void> {
  await asPlatform(ctx.deps.db, (tx) => recordProviderEvent(tx, ctx, { action, ...object, before, after }));
  publishToProvider(ctx.deps.db.pool);
}
