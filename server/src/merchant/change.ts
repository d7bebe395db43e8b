/**
 * Changes of a merchant by the provider. Each one locks the merchant, and writes the row, the timeline and the audit log of
 * the merchant in one transaction.
 */
import * as duration from '@dasbor/contract/duration';
import { merchantStatusLabel } from '@dasbor/contract/labels';
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/merchant';
import type { setMerchantChannels } from '@dasbor/contract/merchant-channels';
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';

import type { Route } from '@dasbor/contract/route';
import { toBusinessDay } from '@dasbor/contract/time';
import { recordAudit, toAuditActor } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { type PlatformTx, asPlatform } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { type FoundMerchant, type MerchantChange, lockMerchantRow, updateMerchantRow } from './detail-queries.ts';
import { type NewMerchantEvent, insertMerchantEvent } from './event-queries.ts';
import { rejectDuplicateTerm, termBackdated } from '../fee-rule/merchant-term-queries.ts';
import { createAgreedTerms } from './agreed-terms-queries.ts';
import { REGION_FIELDS, assertRegions, completeRegions } from '../region/rules.ts';
import { assertClosable } from './closing.ts';
import { claimIdentifier } from './identifier-queries.ts';
import { nmidTaken } from './identifier-rules.ts';
import {
  NOTIFY_CHANGE_JOB,
  type ProviderStatus,
  RELEASE_STOPPED_JOB,
  canTransition,
  getNotifiedOutcome,
} from './rules.ts';

type TargetContext = RequestContext<Route> & { params: { merchant_id: string } };
interface Change {
  row: MerchantChange;
  events: readonly NewMerchantEvent[];
  action: MerchantAction;
  before: unknown;
  after: unknown;
}

type MerchantAction =
  | 'merchant.updated'
  | 'merchant.suspended'
  | 'merchant.reactivated'
  | 'merchant.closed'
  | 'merchant.switched'
  | 'merchant.limits_changed'
  | 'merchant.channels_changed';

/** Runs a change under the lock of the merchant; null: nothing changes. */
async function change(
  given: unknown,
  decide: (merchant: FoundMerchant, tx: PlatformTx) => Promise<Change | null> | Change | null,
): Promise<void> {
  const ctx = given as TargetContext;
  const { deps, now, principal, params } = ctx;
  const { merchant_id } = params;
  await asPlatform(deps.db, async (tx) => {
    const merchant = await lockMerchantRow(tx, merchant_id);
    if (merchant === undefined) throw notFound();
    const decided = await decide(merchant, tx);
    if (decided === null) return;
    await updateMerchantRow(tx, merchant_id, decided.row, now);
    const scope = { merchant_id, sql: tx.sql };
    const by = { at: now, actor: toAuditActor(principal) };
    for (const event of decided.events) {
      const seq = await insertMerchantEvent(scope, by, event);
      if (getNotifiedOutcome(event) === null) continue;
      const job_key = `${NOTIFY_CHANGE_JOB}:${merchant_id}:${seq}`;
      await enqueue(tx, NOTIFY_CHANGE_JOB, { merchant_id, seq }, { job_key });
    }
    const { action, before, after } = decided;
    await recordAudit(ctx, scope, { action, object_type: 'merchant', object_id: merchant_id, before, after });
  });
}

const ACTIONS = {
  suspended: 'merchant.suspended',
  active: 'merchant.reactivated',
  closed: 'merchant.closed',
} as const;

/** Throws 409 `status_conflict`, and what `assertClosable` throws at the closure. */
export const changeStatus = (
  ctx: RequestContext<
    typeof contract.suspendMerchant | typeof contract.reactivateMerchant | typeof contract.closeMerchant
  >,
  to: ProviderStatus,
  reason: string | null,
): Promise<void> =>
  change(ctx, async (merchant, tx) => {
    const from = merchant.status;
    if (!canTransition(from, to)) throw statusConflict(from);
    if (to === 'active' && merchant.verification_status === 'rejected') throw rejectionFinal();
    if (to === 'active') await releaseSettlements(tx, merchant.merchant_id);
    if (to === 'closed') await assertClosable(tx, merchant.merchant_id);
    return {
      row: { status: to, suspended_reason: to === 'suspended' ? reason : null },
      events: [{ kind: 'status', from_status: from, to_status: to, reason }],
      action: ACTIONS[to],
      before: { status: from },
      after: { status: to, reason },
    };
  });

/** After the commit, settlements are paid out that were held because the merchant could not pay out (decision 0142). */
const releaseSettlements = (tx: PlatformTx, merchant_id: string) =>
  enqueue(tx, RELEASE_STOPPED_JOB, { merchant_id }, { job_key: `${RELEASE_STOPPED_JOB}:${merchant_id}` });

export const statusConflict = (from: MerchantStatus) =>
  new Problem(
    409,
    'status_conflict',
    localized(
      `The merchant’s status is ${merchantStatusLabel(from, 'en')}, which does not allow this change. Reload the page.`,
      `Status merchant adalah ${merchantStatusLabel(from, 'id')}, yang tidak memungkinkan perubahan ini. Muat ulang halaman.`,
    ),
  );

/** The status that a rejected re-review leaves has no way back (decision 0061). */
const rejectionFinal = () =>
  new Problem(
    409,
    'status_conflict',
    localized(
      'The verification of the merchant was rejected, which is final. The merchant can only be closed.',
      'Verifikasi merchant ditolak, dan penolakan bersifat final. Merchant hanya dapat ditutup.',
    ),
  );

export const changeProfile = (ctx: RequestContext<typeof contract.updateMerchant>): Promise<void> =>
  rejectDuplicateTerm(() => changeProfileOnce(ctx));

const changeProfileOnce = (ctx: RequestContext<typeof contract.updateMerchant>): Promise<void> =>
  change(ctx, async (merchant, tx) => {
    const { pricing, settlement_terms, agreed_from, ...input } = ctx.body;
    const regions = completeRegions(merchant, input);
    if (REGION_FIELDS.some((field) => regions[field] !== merchant[field])) assertRegions(regions);
    const body = { ...input, ...regions };
    const today = toBusinessDay(ctx.now);
    const effective_from = agreed_from ?? toBusinessDay(new Date(ctx.now.getTime() + duration.days(1)));
    // Today's payments may already have settled under the current ones.
    if (effective_from <= today) throw termBackdated('agreed_from');
    await createAgreedTerms(tx, ctx, merchant.merchant_id, { pricing, settlement_terms, effective_from });
    if (body.nmid !== merchant.nmid) {
      const is_free = await claimIdentifier(tx, { kind: 'nmid', value: body.nmid, merchant_of: merchant.merchant_id });
      if (!is_free) throw nmidTaken();
    }
    const fields = Object.keys(body) as (keyof typeof body)[];
    const changed = fields.filter((field) => body[field] !== merchant[field]);
    if (changed.length === 0) return null;
    const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((field) => [field, from[field]]));
    return { row: body, events: [], action: 'merchant.updated', before: pick(merchant), after: pick(body) };
  });

const toState = (is_enabled: boolean): string => (is_enabled ? 'enabled' : 'disabled');

export const changeSwitches = (ctx: RequestContext<typeof contract.setMerchantSwitches>): Promise<void> =>
  change(ctx, async (merchant, tx) => {
    const { reason, ...switches } = ctx.body;
    const events = (['payments', 'payouts'] as const)
      .filter((kind) => merchant[`${kind}_enabled`] !== switches[`${kind}_enabled`])
      .map((kind) => {
        const to = switches[`${kind}_enabled`];
        return { kind, from_status: toState(!to), to_status: toState(to), reason };
      });
    if (events.length === 0) return null;
    if (switches.payouts_enabled && !merchant.payouts_enabled) await releaseSettlements(tx, merchant.merchant_id);
    const { payments_enabled, payouts_enabled } = merchant;
    const before = { payments_enabled, payouts_enabled };
    return { row: switches, events, action: 'merchant.switched', before, after: { ...switches, reason } };
  });

export const changeLimits = (ctx: RequestContext<typeof contract.setMerchantLimits>): Promise<void> =>
  change(ctx, (merchant) => {
    const { limit_per_payment, limit_per_day, limit_per_month, limit_per_payout } = merchant;
    const before = { limit_per_payment, limit_per_day, limit_per_month, limit_per_payout };
    const names = Object.keys(before) as (keyof typeof before)[];
    if (names.every((name) => before[name] === ctx.body[name])) return null;
    const events = [{ kind: 'limits', from_status: null, to_status: null, reason: null } as const];
    return { row: ctx.body, events, action: 'merchant.limits_changed', before, after: ctx.body };
  });

export const changeChannels = (ctx: RequestContext<typeof setMerchantChannels>): Promise<void> =>
  change(ctx, (merchant) => {
    const before = merchant.disabled_channels.toSorted();
    const disabled_channels = [...new Set(ctx.body.disabled_channels)].toSorted();
    if (before.join() === disabled_channels.join()) return null;
    const to_status = disabled_channels.length === 0 ? 'enabled' : 'disabled';
    const reason = disabled_channels.length === 0 ? null : disabled_channels.join(', ');
    return {
      row: { disabled_channels },
      events: [{ kind: 'channels', from_status: null, to_status, reason }],
      action: 'merchant.channels_changed',
      before: { disabled_channels: before },
      after: { disabled_channels },
    };
  });
