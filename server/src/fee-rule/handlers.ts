/** Prices: what a merchant pays for each way of being paid, and what the provider agrees with one merchant. */
import type * as contract from '@dasbor/contract/fee-rule';
import { type FeeRule, STANDARD_VAT } from '@dasbor/contract/fee-rule';
import type { Body } from '@dasbor/contract/route';
import { toBusinessDay } from '@dasbor/contract/time';
import { toAuditActor, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { asPlatform } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { RequestContext, Handlers } from '../http/serve.ts';
import { findFeeRule, calculateFeeSteps } from '../transaction/rules.ts';
import { type MerchantFeeRules, findMerchantFeeRules, insertOwnRule, lockMerchant } from './queries.ts';
import { findConflict, getRuleState } from './rules.ts';

type CreateFeeRuleInput = Body<typeof contract.createMerchantFeeRule>;

export const feeRuleHandlers: Handlers<typeof contract> = {
  listFeeRules: async ({ now, tx }) => buildResponse(await tx(findMerchantFeeRules), now),

  previewFee: async ({ body, now, tx }) => {
    const prices = await tx(findMerchantFeeRules);
    if (prices === undefined) throw notFound();
    const { amount, method, channel_code = null, paid_on = toBusinessDay(now) } = body;
    const payment = { method, channel_code, amount, criteria: prices.fee_class, day: paid_on };
    const rule = findFeeRule(prices.rules, payment);
    if (rule === undefined) throw new Problem(422, 'no_fee_rule', 'There is no price for such a payment on that day.');
    return { data: { rule, ...calculateFeeSteps(amount, rule) } };
  },

  listMerchantFeeRules: async ({ deps, now, params }) =>
    buildResponse(
      await asPlatform(deps.db, ({ sql }) => findMerchantFeeRules({ merchant_id: params.merchant_id, sql })),
      now,
    ),

  createMerchantFeeRule: {
    find: async ({ deps, params }) =>
      (await asPlatform(deps.db, ({ sql }) => findMerchantFeeRules({ merchant_id: params.merchant_id, sql }))) ?? null,
    handle: async (ctx) => {
      assertRanges(ctx.body);
      return { data: await createRule(ctx) };
    },
  },
};

function buildResponse(prices: MerchantFeeRules | undefined, now: Date) {
  if (prices === undefined) throw notFound();
  const today = toBusinessDay(now);
  return {
    data: prices.rules.map((rule) => ({ ...rule, state: getRuleState(rule, today) })),
    fee_class: prices.fee_class,
  };
}

/** Adds a version to the merchant's own prices, with its row in the merchant's audit log. */
async function createRule(ctx: RequestContext<typeof contract.createMerchantFeeRule>) {
  const { body, principal, deps, now, params, request } = ctx;
  const { merchant_id } = params;
  const today = toBusinessDay(now);
  return asPlatform(deps.db, async (tx) => {
    await lockMerchant(tx, merchant_id);
    const prices = await findMerchantFeeRules({ merchant_id, sql: tx.sql });
    const own = (prices?.rules ?? []).filter(({ is_own }) => is_own);
    const rule = buildRule(newId('fee_rule', now), body, own);
    const refusal = findConflict(rule, own, today);
    if (refusal !== null) throw CONFLICT_PROBLEMS[refusal]();
    const { is_own: _, ...row } = rule;
    await insertOwnRule(tx, merchant_id, { ...row, created_by: principal.name, created_at: now });
    await recordAudit(
      { merchant_id, sql: tx.sql },
      {
        at: now,
        actor: { ...toAuditActor(principal), type: 'provider' },
        ip: request.ip,
        action: 'fee_rule.agreed',
        object_type: 'fee_rule',
        object_id: rule.id,
        after: row,
      },
    );
    return { ...rule, state: getRuleState(rule, today) };
  });
}

/** A version counts the prices that were agreed on for a way of being paid. */
function buildRule(id: string, wish: CreateFeeRuleInput, own: readonly FeeRule[]): FeeRule {
  const { channel_code = null, amount_to = null, fee_min = null, fee_max = null, effective_to = null } = wish;
  const before = own.filter((rule) => rule.method === wish.method && rule.channel_code === channel_code);
  const version = Math.max(0, ...before.map((rule) => rule.version)) + 1;
  return {
    ...wish,
    ...STANDARD_VAT,
    id,
    channel_code,
    amount_to,
    fee_min,
    fee_max,
    effective_to,
    criteria: null,
    version,
    is_own: true,
  };
}

const CONFLICT_PROBLEMS = {
  fee_rule_backdated: () => new Problem(422, 'fee_rule_backdated', 'A price begins today or later, never in the past.'),
  fee_rule_overlap: () =>
    new Problem(
      409,
      'fee_rule_overlap',
      'Another price for these amounts begins within these days. End before it does.',
    ),
} as const;

/** Ends that lie before their beginnings are refused with 400. */
function assertRanges(wish: CreateFeeRuleInput): void {
  const { amount_from, amount_to, fee_min, fee_max, effective_from, effective_to } = wish;
  if (amount_to !== undefined && amount_to < amount_from)
    throw invalidField('amount_to', 'Not below the least amount.');
  if (fee_max !== undefined && fee_max < (fee_min ?? 0)) throw invalidField('fee_max', 'Not below the least fee.');
  if (effective_to !== undefined && effective_to <= effective_from)
    throw invalidField('effective_to', 'After the first day.');
}

const invalidField = (field: string, detail: string) =>
  new Problem(400, 'invalid_request', `${field}: ${detail}`, { errors: [{ field, detail }] });
