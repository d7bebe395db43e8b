/** Preview of a disbursement: cost, rail and arrival time. */
import type { Body, Output } from '@dasbor/contract/route';
import type { previewDisbursement } from '@dasbor/contract/disbursement';
import type { RailOption } from '@dasbor/contract/disbursement-fields';
import { subtract } from '@dasbor/contract/money';
import type { TransferRail } from '@dasbor/contract/transfer-rail';
import { getBank } from '../account-check/rules.ts';
import type { MerchantTx } from '../db/tx.ts';
import { getBalance } from '../ledger/balance.ts';
import { type ShownOutageRow, listShownOutages } from '../outage/queries.ts';
import { getPayoutAccount } from '../payout-balance/alert-queries.ts';
import { type RailPlan, planRails } from '../rails/rail-terms.ts';
import type { DatedFeeRule } from '../transaction/rules.ts';
import { type PricingContext, calculateSendTime, planDisbursement, priceRail, readPricing } from './pricing.ts';

export async function calculatePreview(
  tx: MerchantTx,
  input: Body<typeof previewDisbursement>,
  context: PricingContext,
): Promise<Output<typeof previewDisbursement>['data']> {
  const { bank, now } = context;
  const { bank_code, amount } = input;
  const pricing = await readPricing(tx);
  const at = calculateSendTime(input.schedule_at, now);
  const routed = { bank: getBank(bank_code), is_own_bank: bank.isOwnBank(bank_code), amount, at };
  const options = planRails(pricing.calendar, routed).map((plan) => toOption(plan, pricing.fee_rules, amount, at));
  const chosen = planDisbursement(pricing, input, context);
  const balance = await getBalance(tx, await getPayoutAccount(tx));
  const outages = await listShownOutages(tx, at);
  if ('refusal' in chosen) {
    const nothing = { fee_amount: 0, fee_vat_amount: 0, total_amount: amount };
    const unplanned = { rail: null, opens_at: null, expected_at: null };
    return { ...unplanned, ...nothing, balance, balance_after: subtract(balance, amount), options, outage: null };
  }
  const { plan, price } = chosen;
  const { fee_amount, fee_vat_amount, total_amount } = price;
  return {
    rail: plan.rail,
    opens_at: toOpening(plan, at),
    expected_at: plan.expected_at.toISOString(),
    fee_amount,
    fee_vat_amount,
    total_amount,
    balance,
    balance_after: subtract(balance, total_amount),
    options,
    outage: findOutageText(outages, { rail: plan.rail, bank_code }),
  };
}

/** The text of the first outage that a transfer waits for. */
function findOutageText(
  outages: readonly ShownOutageRow[],
  { rail, bank_code }: { rail: TransferRail; bank_code: string },
): { en: string; id: string } | null {
  const found = outages.find(
    (outage) =>
      outage.methods.includes('disbursement') &&
      (outage.rail ?? rail) === rail &&
      (outage.bank_code ?? bank_code) === bank_code,
  );
  return found === undefined ? null : { en: found.text_en, id: found.text_id };
}

/** null when the rail is open at the requested time. */
const toOpening = ({ opens_at }: RailPlan, at: Date): string | null =>
  opens_at.getTime() > at.getTime() ? opens_at.toISOString() : null;

function toOption(plan: RailPlan, fee_rules: readonly DatedFeeRule[], amount: number, at: Date): RailOption {
  const { rail, refusal } = plan;
  if (refusal !== null) {
    const none = { opens_at: null, expected_at: null, fee_amount: null, fee_vat_amount: null };
    return { rail, is_available: false, unavailable_reason: refusal, ...none };
  }
  const { fee_amount, fee_vat_amount } = priceRail(fee_rules, rail, amount, plan.opens_at);
  const times = { opens_at: toOpening(plan, at), expected_at: plan.expected_at.toISOString() };
  return { rail, is_available: true, unavailable_reason: null, ...times, fee_amount, fee_vat_amount };
}
