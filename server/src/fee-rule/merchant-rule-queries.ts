/** Agrees a version of a fee rule with one merchant. */
import { type FeeRule, type FeeRuleInput, type FeeRuleWithState, STANDARD_VAT } from '@dasbor/contract/fee-rule';
import { localized } from '@dasbor/contract/language';
import { toBusinessDay } from '@dasbor/contract/time';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import type { PlatformTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { findMerchantFeeRules, insertOwnRule, lockMerchant } from './queries.ts';
import { findConflict, toRuleState } from './rules.ts';

type AgreeContext = AuditContext & { principal: { name: string } };

/**
 * Adds a version of an own rule, recorded in the merchant's audit log. Concurrent changes are serialised by the lock.
 * Throws 422 `fee_rule_backdated` and 409 `fee_rule_overlap`.
 */
export async function createMerchantFeeRule(
  tx: PlatformTx,
  context: AgreeContext,
  merchant_id: string,
  input: FeeRuleInput,
): Promise<FeeRuleWithState> {
  const { principal, now } = context;
  const today = toBusinessDay(now);
  await lockMerchant(tx, merchant_id);
  const prices = await findMerchantFeeRules({ merchant_id, sql: tx.sql });
  const own = (prices?.rules ?? []).filter(({ is_own }) => is_own);
  const rule = buildRule(newId('fee_rule', now), input, own);
  const refusal = findConflict(rule, own, today);
  if (refusal !== null) throw CONFLICT_PROBLEMS[refusal]();
  const { is_own: _, ...row } = rule;
  await insertOwnRule(tx, merchant_id, { ...row, created_by: principal.name, created_at: now });
  await recordAudit(
    context,
    { merchant_id, sql: tx.sql },
    { action: 'fee_rule.agreed', object_type: 'fee_rule', object_id: rule.id, after: row },
  );
  return { ...rule, state: toRuleState(rule, today) };
}

/** The version number counts the rules of a method, bank and category. */
export function buildRule(
  id: string,
  input: FeeRuleInput & { criteria?: string | undefined },
  before: readonly FeeRule[],
): FeeRule {
  const {
    criteria = null,
    channel_code = null,
    amount_to = null,
    fee_min = null,
    fee_max = null,
    effective_to = null,
  } = input;
  const same = before.filter(
    (rule) => rule.method === input.method && rule.channel_code === channel_code && rule.criteria === criteria,
  );
  const version = Math.max(0, ...same.map((rule) => rule.version)) + 1;
  return {
    ...input,
    ...STANDARD_VAT,
    id,
    channel_code,
    amount_to,
    fee_min,
    fee_max,
    effective_to,
    criteria,
    version,
    is_own: true,
  };
}

export const CONFLICT_PROBLEMS = {
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
