/** Rail, arrival time and fee of a disbursement. */
import { getBank } from '../account-check/rules.ts';
import * as duration from '@dasbor/contract/duration';
import { SCHEDULE_DAYS_MAX } from '@dasbor/contract/disbursement-fields';
import { formatRupiah } from '@dasbor/contract/format';
import { type Localized, localized } from '@dasbor/contract/language';
import { type Rupiah, add } from '@dasbor/contract/money';
import { type RailChoice, type TransferRail, railLabel } from '@dasbor/contract/transfer-rail';
import { toBusinessDay } from '@dasbor/contract/time';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import { readRailCalendar } from '../rails/rail-queries.ts';
import {
  type RailPlan,
  type RailRefusal,
  type RailCalendar,
  chooseRailPlan,
  findTerms,
  getTerms,
} from '../rails/rail-terms.ts';
import { getPricing } from '../transaction/fee-queries.ts';
import { type DatedFeeRule, calculatePrice } from '../transaction/rules.ts';

/** Bank, amount and time of a disbursement whose rail and fee are to be determined. */
export interface PricedInput {
  bank_code: string;
  amount: Rupiah;
  rail?: RailChoice | undefined;
  schedule_at?: string | undefined;
}

export interface Price {
  fee_rule_id: string;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
  total_amount: Rupiah;
}

/** Fee and VAT of a rail on the day of the transfer, in addition to the amount. */
export function priceRail(fee_rules: readonly DatedFeeRule[], rail: TransferRail, amount: Rupiah, at: Date): Price {
  const priced = { method: 'disbursement', channel_code: rail.toUpperCase(), criteria: '', amount, paid_at: at };
  const { fee_rule_id, fee_amount, fee_vat_amount } = calculatePrice(fee_rules, priced);
  return { fee_rule_id, fee_amount, fee_vat_amount, total_amount: add(amount, fee_amount, fee_vat_amount) };
}

/** The time at which a disbursement is sent. Throws 422 `schedule_invalid`. */
export function calculateSendTime(schedule_at: string | undefined, now: Date): Date {
  if (schedule_at === undefined) return now;
  const at = new Date(schedule_at);
  const latest_ms = now.getTime() + duration.days(SCHEDULE_DAYS_MAX);
  if (at.getTime() > now.getTime() && at.getTime() <= latest_ms) return at;
  throw new Problem(
    422,
    'schedule_invalid',
    localized(
      `Choose a time in the future, at most ${SCHEDULE_DAYS_MAX} days ahead.`,
      `Pilih waktu mendatang, paling lama ${SCHEDULE_DAYS_MAX} hari ke depan.`,
    ),
  );
}

export interface PricingContext {
  bank: TransferServices;
  now: Date;
}

/** All data that rail and fee depend on. */
export async function readPricing(tx: MerchantTx): Promise<{ calendar: RailCalendar; fee_rules: DatedFeeRule[] }> {
  const { fee_rules } = await getPricing(tx, 'disbursement');
  return { calendar: await readRailCalendar(tx), fee_rules };
}

/** The rail of a disbursement with its arrival time and price, or why none supports it. */
export function planDisbursement(
  { calendar, fee_rules }: { calendar: RailCalendar; fee_rules: readonly DatedFeeRule[] },
  input: PricedInput,
  { bank, now }: PricingContext,
): { plan: RailPlan; price: Price; description_max: number } | { refusal: RailRefusal } {
  const at = calculateSendTime(input.schedule_at, now);
  const routed = { bank: getBank(input.bank_code), is_own_bank: bank.isOwnBank(input.bank_code), at };
  const plan = chooseRailPlan(calendar, input.rail ?? 'auto', { ...routed, amount: input.amount });
  if (typeof plan === 'string') return { refusal: plan };
  const { description_max } = getTerms(calendar.terms, plan.rail, toBusinessDay(plan.opens_at));
  return { plan, price: priceRail(fee_rules, plan.rail, input.amount, plan.opens_at), description_max };
}

/** 422 `limit_exceeded`, described for the requested rail. */
export function limitExceeded(
  refusal: RailRefusal,
  { rail = 'auto', bank_code }: PricedInput,
  calendar: RailCalendar,
  now: Date,
): Problem {
  return new Problem(422, 'limit_exceeded', describeRefusal(refusal, { rail, bank_code }, calendar, now));
}

function describeRefusal(
  refusal: RailRefusal,
  { rail, bank_code }: { rail: RailChoice; bank_code: string },
  { terms }: RailCalendar,
  now: Date,
): Localized {
  const bank = getBank(bank_code).name;
  if (refusal === 'bank_not_reached') {
    return localized(
      `${railLabel(rail, 'en')} is not available for ${bank}. Choose another transfer method.`,
      `${railLabel(rail, 'id')} tidak tersedia untuk ${bank}. Pilih layanan lain.`,
    );
  }
  const limits = rail === 'auto' ? undefined : findTerms(terms, rail, toBusinessDay(now));
  const limit =
    limits === undefined ? null : formatRupiah(refusal === 'amount_too_low' ? limits.amount_min : limits.amount_max);
  if (limit === null) {
    return localized(
      `No transfer method to ${bank} supports this amount. Split it into several disbursements.`,
      `Tidak ada layanan transfer ke ${bank} untuk jumlah ini. Bagi menjadi beberapa disbursement.`,
    );
  }
  return refusal === 'amount_too_low'
    ? localized(
        `The minimum of ${railLabel(rail, 'en')} is ${limit}. Choose another transfer method.`,
        `Jumlah minimum ${railLabel(rail, 'id')} adalah ${limit}. Pilih layanan lain.`,
      )
    : localized(
        `The limit of ${railLabel(rail, 'en')} is ${limit}. Lower the amount or choose another transfer method.`,
        `Batas ${railLabel(rail, 'id')} adalah ${limit}. Kurangi jumlahnya atau pilih layanan lain.`,
      );
}
