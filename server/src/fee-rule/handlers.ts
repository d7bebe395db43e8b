/** Fee rules: list, calculate a fee, and agree on rules with one merchant. */
import type * as contract from '@dasbor/contract/fee-rule';
import { type FeeRule, STANDARD_VAT } from '@dasbor/contract/fee-rule';
import { type Localized, localized } from '@dasbor/contract/language';
import type { Body } from '@dasbor/contract/route';
import { toBusinessDay } from '@dasbor/contract/time';
import { recordAudit } from '../audit/record.ts';
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
    if (rule === undefined) {
      throw new Problem(
        422,
        'no_fee_rule',
        localized(
          'No fee rule applies to this payment on that day.',
          'Tidak ada aturan biaya untuk pembayaran ini pada tanggal tersebut.',
        ),
      );
    }
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

/** Adds a version of an own rule, recorded in the merchant's audit log. Concurrent changes are serialised by the lock. */
async function createRule(ctx: RequestContext<typeof contract.createMerchantFeeRule>) {
  const { body, principal, deps, now, params } = ctx;
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
      ctx,
      { merchant_id, sql: tx.sql },
      { action: 'fee_rule.agreed', object_type: 'fee_rule', object_id: rule.id, after: row },
    );
    return { ...rule, state: getRuleState(rule, today) };
  });
}

/** The version number counts the own rules of a method and bank. */
function buildRule(id: string, input: CreateFeeRuleInput, own: readonly FeeRule[]): FeeRule {
  const { channel_code = null, amount_to = null, fee_min = null, fee_max = null, effective_to = null } = input;
  const before = own.filter((rule) => rule.method === input.method && rule.channel_code === channel_code);
  const version = Math.max(0, ...before.map((rule) => rule.version)) + 1;
  return {
    ...input,
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
  fee_rule_backdated: () =>
    new Problem(
      422,
      'fee_rule_backdated',
      localized('A fee rule must start today or later.', 'Aturan biaya harus mulai berlaku hari ini atau setelahnya.'),
    ),
  fee_rule_overlap: () =>
    new Problem(
      409,
      'fee_rule_overlap',
      localized(
        'Another fee rule for these amounts starts in this period. Choose an earlier end date.',
        'Aturan biaya lain untuk jumlah ini mulai berlaku dalam periode tersebut. Pilih tanggal akhir yang lebih awal.',
      ),
    ),
} as const;

/** Throws 400 if the end of a range is before its start. */
function assertRanges(input: CreateFeeRuleInput): void {
  const { amount_from, amount_to, fee_min, fee_max, effective_from, effective_to } = input;
  if (amount_to !== undefined && amount_to < amount_from) {
    throw invalidField(
      'amount_to',
      localized('The maximum amount must not be below the minimum.', 'Jumlah maksimum tidak boleh di bawah minimum.'),
    );
  }
  if (fee_max !== undefined && fee_max < (fee_min ?? 0)) {
    throw invalidField(
      'fee_max',
      localized('The maximum fee must not be below the minimum.', 'Biaya maksimum tidak boleh di bawah minimum.'),
    );
  }
  if (effective_to !== undefined && effective_to <= effective_from) {
    throw invalidField(
      'effective_to',
      localized('The end date must be after the start date.', 'Tanggal akhir harus setelah tanggal mulai.'),
    );
  }
}

const invalidField = (field: string, detail: Localized) =>
  new Problem(400, 'invalid_request', detail, { errors: [{ field, detail }] });
