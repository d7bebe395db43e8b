/** What must hold before a link is made, changed or activated. Each refuses with its own code. */
import { type LinkTerms, validateLink, getAmountLimits } from '@dasbor/contract/payment-link-validation';
import type { LinkChannel } from '@dasbor/contract/payment-link-terms';
import type { Rupiah } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { getPricing } from '../transaction/fee-queries.ts';
import { findMerchantStatus } from './write-queries.ts';
import { type GrossedUpAmount, grossUp } from './rules.ts';

export async function assertMerchantActive(tx: MerchantTx): Promise<void> {
  const merchant = await findMerchantStatus(tx);
  if (merchant?.status === 'active') return;
  throw new Problem(422, 'merchant_not_active', 'Links can be paid once the business is active.');
}

/** Refuses the terms with the code of their first fault, all faults by field beside it. */
export async function assertValidLink(tx: MerchantTx, link: LinkTerms, now: Date): Promise<void> {
  const faults = validateLink(link, now);
  const [first] = faults;
  if (first !== undefined) {
    const errors = faults.map(({ field, detail }) => ({ field, detail }));
    throw new Problem(422, first.code, first.detail, { errors });
  }
  if (link.fee_bearer === 'customer') await assertPayableWithFee(tx, link, now);
}

/** With the fee on top, the payment must still be one that every bank takes. */
async function assertPayableWithFee(tx: MerchantTx, link: LinkTerms, now: Date): Promise<void> {
  const field = link.amount === null ? 'max_amount' : 'amount';
  const wanted = link.amount ?? link.max_amount ?? 0;
  const { max } = getAmountLimits(link.channels);
  const quotes = await quoteChannels(tx, link.channels, wanted, now);
  const beyond = quotes.find((quote) => quote.payer_amount > max);
  if (beyond === undefined) return;
  const detail = `With the fee on top the payer would pay Rp ${beyond.payer_amount.toLocaleString('id-ID')} at ${beyond.channel}, above what it takes.`;
  throw new Problem(422, 'amount_outside_limits', detail, { errors: [{ field, detail }] });
}

/** What a payer pays by each of the banks when the merchant is to net `wanted`, by the prices of the day. */
export async function quoteChannels(
  tx: MerchantTx,
  channels: readonly LinkChannel[],
  wanted: Rupiah,
  now: Date,
): Promise<(GrossedUpAmount & { channel: LinkChannel })[]> {
  const { fee_rules, fee_class: criteria } = await getPricing(tx, 'virtual_account');
  const day = toBusinessDay(now);
  return channels
    .filter((channel) => channel !== 'QRIS')
    .map((channel) => ({
      channel,
      ...grossUp(fee_rules, { method: 'virtual_account', channel_code: channel, criteria, day }, wanted),
    }));
}
