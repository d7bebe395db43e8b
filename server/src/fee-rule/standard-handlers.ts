/** Standard fee rules of the provider: list, add and withdraw versions, and calculate a fee before saving. */
import { STANDARD_VAT } from '@dasbor/contract/fee-rule';
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/standard-fee-rule';
import { toBusinessDay } from '@dasbor/contract/time';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { newId } from '../db/new-id.ts';
import { asPlatform } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { calculateFeeSteps } from '../transaction/rules.ts';
import { CONFLICT_PROBLEMS, buildRule } from './merchant-rule-queries.ts';
import { assertRanges } from './input-rules.ts';
import { findConflict, toRuleState } from './rules.ts';
import { insertStandardRule, listStandardRules, lockStandardRules } from './standard-queries.ts';
import { withdrawStandardRule } from './withdraw.ts';

export const standardFeeRuleHandlers: Handlers<typeof contract> = {
  listStandardFeeRules: async ({ deps, now }) => {
    const today = toBusinessDay(now);
    const rules = await asPlatform(deps.db, listStandardRules);
    return { data: rules.map((rule) => ({ ...rule, state: toRuleState(rule, today) })) };
  },

  addStandardFeeRule: async (ctx) => {
    const { body, deps, now, principal } = ctx;
    assertRanges(body);
    const today = toBusinessDay(now);
    // Payments of today may have been charged by the current version.
    if (body.effective_from <= today) throw backdated();
    const rule = await asPlatform(deps.db, async (tx) => {
      await lockStandardRules(tx);
      const rules = await listStandardRules(tx);
      const { is_own: _own, ...row } = buildRule(newId('fee_rule', now), body, rules);
      const conflict = findConflict(row, rules, today);
      if (conflict !== null) throw CONFLICT_PROBLEMS[conflict]();
      await insertStandardRule(tx, { ...row, created_by: principal.name, created_at: now });
      const entry = { action: 'fee_rule.added', object_type: 'fee_rule', object_id: row.id, after: row } as const;
      await recordProviderEvent(tx, ctx, entry);
      return row;
    });
    return { data: { ...rule, is_own: false, state: toRuleState(rule, today) } };
  },

  withdrawStandardFeeRule: async (ctx) => {
    await withdrawStandardRule(ctx);
  },

  calculateDraftFee: ({ body }) => {
    assertRanges(body);
    const { amount, fee_min = null, fee_max = null, ...terms } = body;
    return Promise.resolve({ data: calculateFeeSteps(amount, { ...terms, ...STANDARD_VAT, fee_min, fee_max }) });
  },
};

const backdated = () =>
  new Problem(
    422,
    'fee_rule_backdated',
    localized(
      'A standard fee rule must start tomorrow or later.',
      'Aturan biaya standar harus mulai berlaku besok atau setelahnya.',
    ),
  );
