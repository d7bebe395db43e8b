/** Withdraws versions of fee rules that have not begun: no payment refers to them. */
import type { FeeRule } from '@dasbor/contract/fee-rule';
import { localized } from '@dasbor/contract/language';
import { toBusinessDay } from '@dasbor/contract/time';
import type { withdrawMerchantFeeRule } from '@dasbor/contract/fee-rule';
import type { withdrawStandardFeeRule } from '@dasbor/contract/standard-fee-rule';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { recordAudit } from '../audit/record.ts';
import { asPlatform } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { findMerchantFeeRules, lockMerchant } from './queries.ts';
import { toRuleState } from './rules.ts';
import { deleteOwnRule, deleteStandardRule, listStandardRules, lockStandardRules } from './standard-queries.ts';

/** Throws 404, and 409 `fee_rule_in_force`. */
export const withdrawOwnRule = (ctx: RequestContext<typeof withdrawMerchantFeeRule>): Promise<void> =>
  asPlatform(ctx.deps.db, async (tx) => {
    const { merchant_id, id } = ctx.params;
    await lockMerchant(tx, merchant_id);
    const merchant = { merchant_id, sql: tx.sql };
    const rules = (await findMerchantFeeRules(merchant))?.rules.filter(({ is_own }) => is_own) ?? [];
    const before = getFutureRule(rules, id, ctx.now);
    await deleteOwnRule(tx, merchant_id, id);
    const entry = { action: 'fee_rule.withdrawn', object_type: 'fee_rule', object_id: id, before } as const;
    await recordAudit(ctx, merchant, entry);
  });

/** Throws 404, and 409 `fee_rule_in_force`. */
export const withdrawStandardRule = (ctx: RequestContext<typeof withdrawStandardFeeRule>): Promise<void> =>
  asPlatform(ctx.deps.db, async (tx) => {
    const { id } = ctx.params;
    await lockStandardRules(tx);
    const before = getFutureRule(await listStandardRules(tx), id, ctx.now);
    await deleteStandardRule(tx, id);
    const entry = { action: 'fee_rule.withdrawn', object_type: 'fee_rule', object_id: id, before } as const;
    await recordProviderEvent(tx, ctx, entry);
  });

function getFutureRule(rules: readonly FeeRule[], id: string, now: Date): FeeRule {
  const found = rules.find((rule) => rule.id === id);
  if (found === undefined) throw notFound();
  if (toRuleState(found, toBusinessDay(now)) === 'upcoming') return found;
  throw new Problem(
    409,
    'fee_rule_in_force',
    localized(
      'This version is already in effect and cannot be withdrawn. Add a new version instead.',
      'Versi ini sudah berlaku sehingga tidak dapat ditarik. Tambahkan versi baru.',
    ),
  );
}
