/** Fee rules: list, calculate a fee, and agree on rules with one merchant. */
import type * as contract from '@dasbor/contract/fee-rule';
import { localized } from '@dasbor/contract/language';
import { toBusinessDay } from '@dasbor/contract/time';
import { asPlatform } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { findFeeRule, calculateFeeSteps } from '../transaction/rules.ts';
import { createMerchantFeeRule } from './merchant-rule-queries.ts';
import { type MerchantFeeRules, findMerchantFeeRules } from './queries.ts';
import { assertRanges } from './input-rules.ts';
import { toRuleState } from './rules.ts';
import { withdrawOwnRule } from './withdraw.ts';

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
      return {
        data: await asPlatform(ctx.deps.db, (tx) => createMerchantFeeRule(tx, ctx, ctx.params.merchant_id, ctx.body)),
      };
    },
  },

  withdrawMerchantFeeRule: async (ctx) => {
    await withdrawOwnRule(ctx);
  },
};

function buildResponse(prices: MerchantFeeRules | undefined, now: Date) {
  if (prices === undefined) throw notFound();
  const today = toBusinessDay(now);
  return {
    data: prices.rules.map((rule) => ({ ...rule, state: toRuleState(rule, today) })),
    fee_class: prices.fee_class,
  };
}
