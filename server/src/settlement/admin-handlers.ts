/** Provider actions on a merchant's settlements: hold, release, retry, settle early. */
import type { AuditAction } from '@dasbor/contract/audit-actions';
import { localized } from '@dasbor/contract/language';
import * as contract from '@dasbor/contract/settlement-admin';
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import type { Route } from '@dasbor/contract/route';
import { toBusinessDay } from '@dasbor/contract/time';
import { recordAudit, toAuditActor } from '../audit/record.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { RequestContext, Handlers } from '../http/serve.ts';
import { insertMerchantEvent, setMerchantHold } from '../merchant/event-queries.ts';
import { findBatch } from './list-queries.ts';
import { retryBatch } from './payout.ts';
import { assertPayoutPossible, getReleasePath } from './payout-stop.ts';
import { promoteBankAccount } from './bank-account-decision.ts';
import { leaveFormerGroup } from './group-account.ts';
import { REASONS } from './event-reasons.ts';
import { noBankAccount, settlementInProgress, wrongStatus } from './problems.ts';
import { enqueueBatchJobs, settleMerchant } from './run.ts';
import { getSetting } from './terms-queries.ts';
import { withMerchant } from './provider-context.ts';
import { isMerchant, upsertSetting } from './setting-queries.ts';
import { type LockedBatch, lockBatch, transitionBatch } from './write-queries.ts';

type AdminHandlers = Pick<
  Handlers<typeof contract>,
  | 'holdSettlement'
  | 'rebindSettlement'
  | 'releaseSettlement'
  | 'retrySettlement'
  | 'settleEarly'
  | 'holdMerchantSettlements'
>;
/** Statuses in which no transfer is at the bank. */
const REBINDABLE: readonly SettlementBatchStatus[] = ['closed', 'on_hold', 'approved', 'failed', 'returned'];
/** Transitions of an approved settlement back to its approval. */
const PATHS_TO_APPROVAL: Partial<Record<SettlementBatchStatus, SettlementBatchStatus[]>> = {
  approved: ['on_hold', 'closed'],
  failed: ['closed'],
  returned: ['closed'],
};
type BatchParams = { params: { merchant_id: string; id: string } };

export const batchAdminHandlers: AdminHandlers = {
  holdSettlement: {
    find: findRequestedBatch,
    handle: (ctx) =>
      changeBatch(ctx, ['closed', 'approved'], 'settlement.held', async (tx, batch, actor) => {
        const { reason } = ctx.body;
        await transitionBatch(
          tx,
          batch,
          { path: ['on_hold'], change: { held_reason: reason } },
          { now: ctx.now, actor, reason },
        );
      }),
  },

  rebindSettlement: async (ctx) => {
    await leaveFormerGroup(ctx.deps, ctx.params.merchant_id);
    return changeBatch(ctx, REBINDABLE, 'settlement.rebound', async (tx, batch, actor) => {
      const { bank_account_id, approval } = await promoteBankAccount(tx, await getSetting(tx), ctx.now);
      if (bank_account_id === null || batch.destination !== 'bank') throw noBankAccount();
      const event = { now: ctx.now, actor, reason: REASONS.rebound };
      // What the merchant approved was the payout to the former account.
      const is_other = approval === 'manual' && bank_account_id !== batch.bank_account_id;
      const path = is_other ? (PATHS_TO_APPROVAL[batch.status] ?? []) : [];
      const unapproved = { approved_by: null, partner_reference_no: null, sent_at: null };
      const change = { bank_account_id, ...(path.length > 0 ? unapproved : {}) };
      await transitionBatch(tx, batch, { path, change }, event);
    });
  },

  releaseSettlement: (ctx) =>
    runIdempotent(contract.releaseSettlement, withMerchant(ctx), {
      begin: async (tx) => {
        await changeLockedBatch(tx, ctx, {
          from: ['on_hold'],
          action: 'settlement.released',
          apply: async (batch, actor) => {
            await assertPayoutPossible(tx, batch);
            const path = getReleasePath((await getSetting(tx)).approval);
            const event = { now: ctx.now, actor, reason: null };
            await transitionBatch(tx, batch, { path, change: { held_reason: null } }, event);
          },
        });
        return ctx.params.id;
      },
      finish: (id) => asMerchant(ctx.deps.db, ctx.params.merchant_id, (tx) => readBatch(tx, id)),
    }),

  retrySettlement: (ctx) =>
    runIdempotent(contract.retrySettlement, withMerchant(ctx), {
      begin: async (tx) => {
        await changeLockedBatch(tx, ctx, {
          from: ['failed', 'returned'],
          action: 'settlement.retried',
          apply: async (batch, actor) => {
            await assertPayoutPossible(tx, batch);
            await retryBatch(tx, batch, { now: ctx.now, actor });
          },
        });
        return ctx.params.id;
      },
      finish: (id) => asMerchant(ctx.deps.db, ctx.params.merchant_id, (tx) => readBatch(tx, id)),
    }),

  settleEarly: async (ctx) => {
    const { merchant_id } = ctx.params;
    await assertMerchant(ctx, merchant_id);
    return runIdempotent(contract.settleEarly, withMerchant(ctx), {
      begin: (tx) => Promise.resolve(tx.merchant_id),
      // The run commits page by page. After a crash, a retry with the same key resumes the open batch, or answers with the
      // batch that was closed under the key.
      finish: async (object_id, setObject) => {
        const id = object_id === merchant_id ? await closeEarly(ctx, setObject) : object_id;
        return asMerchant(ctx.deps.db, merchant_id, (tx) => readBatch(tx, id));
      },
    });
  },

  holdMerchantSettlements: {
    find: async (ctx) => {
      await assertMerchant(ctx, ctx.params.merchant_id);
      return true;
    },
    handle: async (ctx) => {
      const { is_held, reason } = ctx.body;
      const held_reason = is_held ? reason : null;
      await asPlatform(ctx.deps.db, async (tx) => {
        const scope = { merchant_id: ctx.params.merchant_id, sql: tx.sql };
        await upsertSetting(tx, scope.merchant_id, { is_held, held_reason }, ctx.now);
        if (!(await setMerchantHold(scope, is_held))) return;
        const by = { at: ctx.now, actor: toAuditActor(ctx.principal) };
        const [from_status, to_status] = is_held ? ['disabled', 'enabled'] : ['enabled', 'disabled'];
        await insertMerchantEvent(scope, by, { kind: 'settlement_hold', from_status, to_status, reason });
      });
      await asMerchant(ctx.deps.db, ctx.params.merchant_id, (tx) =>
        audit(ctx, tx, is_held ? 'settlement.merchant_held' : 'settlement.merchant_released', ctx.params.merchant_id),
      );
      return { data: { is_held, reason: held_reason } };
    },
  },
};

/** Closes a batch with everything that is paid, and returns its id. Throws 409 when another run closed it, 422 without payments. */
async function closeEarly(
  ctx: RequestContext<typeof contract.settleEarly>,
  setObject: (tx: MerchantTx, id: string) => Promise<void>,
): Promise<string> {
  const onClosed = async (tx: MerchantTx, id: string) => {
    await setObject(tx, id);
    await audit(ctx, tx, 'settlement.early', id);
  };
  const options = { is_early: true, onClosed };
  const run = await settleMerchant(ctx.deps, ctx.params.merchant_id, toBusinessDay(ctx.now), options);
  if (run.outcome === 'concurrent') throw settlementInProgress();
  if (run.outcome === 'closed') return run.id;
  throw new Problem(
    422,
    'nothing_to_settle',
    localized('There are no payments to settle.', 'Tidak ada pembayaran yang dapat dicairkan.'),
  );
}

async function findRequestedBatch({
  deps,
  params,
}: Pick<RequestContext<Route>, 'deps'> & BatchParams): Promise<true | null> {
  const { merchant_id, id } = params;
  const found = await asMerchant(deps.db, merchant_id, (tx) => findBatch(tx, id));
  return found === undefined ? null : true;
}

type ProviderActor = { actor_type: 'provider'; actor_name: string };
type BatchChange = (tx: MerchantTx, batch: LockedBatch, actor: ProviderActor) => Promise<unknown>;

const changeBatch = <R extends Route>(
  ctx: RequestContext<R>,
  from: readonly string[],
  action: AuditAction,
  change: BatchChange,
) =>
  asMerchant(ctx.deps.db, (ctx as unknown as BatchParams).params.merchant_id, async (tx) => {
    await changeLockedBatch(tx, ctx, { from, action, apply: (batch, actor) => change(tx, batch, actor) });
    return readBatch(tx, (ctx as unknown as BatchParams).params.id);
  });

interface LockedChange {
  from: readonly string[];
  /** Name of the audit row. */
  action: AuditAction;
  apply: (batch: LockedBatch, actor: ProviderActor) => Promise<unknown>;
}

/** Locks the batch, throws 409 `status_conflict` in any other status, applies the change and enqueues the batch jobs. */
async function changeLockedBatch<R extends Route>(
  tx: MerchantTx,
  ctx: RequestContext<R>,
  { from, action, apply }: LockedChange,
): Promise<void> {
  const { id } = (ctx as unknown as BatchParams).params;
  const batch = await lockBatch(tx, id);
  if (batch === undefined) throw notFound();
  if (!from.includes(batch.status)) throw wrongStatus(batch.status);
  await apply(batch, { actor_type: 'provider', actor_name: ctx.principal.name });
  await enqueueBatchJobs(tx, id);
  await audit(ctx, tx, action, id);
}

async function readBatch(tx: MerchantTx, id: string) {
  const data = await findBatch(tx, id);
  if (data === undefined) throw notFound();
  return { data };
}

async function assertMerchant({ deps }: Pick<RequestContext<Route>, 'deps'>, merchant_id: string): Promise<void> {
  if (!(await asPlatform(deps.db, (tx) => isMerchant(tx, merchant_id)))) throw notFound();
}

const audit = <R extends Route>(ctx: RequestContext<R>, tx: MerchantTx, action: AuditAction, object_id: string) =>
  recordAudit(ctx, tx, {
    action,
    object_type: 'settlement_batch',
    object_id,
    after: (ctx as { body?: unknown }).body ?? null,
  });
