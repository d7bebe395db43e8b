/** Checks before a link is created, changed or activated. Each throws its own error code. */
import { type LinkTerms, validateLink, calculateAmountLimits } from '@dasbor/contract/payment-link-validation';
import { formatRupiah } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import type { LinkChannel } from '@dasbor/contract/payment-link-terms';
import type { Rupiah } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { getPricing } from '../transaction/fee-queries.ts';
import { type GrossedUpAmount, grossUp } from './rules.ts';

/** Throws with the code of the first validation error; the response lists all of them by field. */
export async function assertValidLink(tx: MerchantTx, link: LinkTerms, now: Date): Promise<void> {
  const found = validateLink(link, now);
  const [first] = found;
  if (first !== undefined) {
    const errors = found.map(({ field, detail }) => ({ field, detail }));
    throw new Problem(422, first.code, first.detail, { errors });
  }
  if (link.fee_bearer === 'customer') await assertPayableWithFee(tx, link, now);
}

/** The amount including the fee must stay within the limits of every bank. */
async function assertPayableWithFee(tx: MerchantTx, link: LinkTerms, now: Date): Promise<void> {
  const field = link.amount === null ? 'max_amount' : 'amount';
  const net_amount = link.amount ?? link.max_amount ?? 0;
  const { max } = calculateAmountLimits(link.channels);
  const quotes = await quoteChannels(tx, link.channels, net_amount, now);
  const beyond = quotes.find((quote) => quote.payer_amount > max);
  if (beyond === undefined) return;
  const amount = formatRupiah(beyond.payer_amount);
  const detail = localized(
    `Including the fee, the customer would pay ${amount} through ${beyond.channel}, above its limit.`,
    `Termasuk biaya, pelanggan akan membayar ${amount} melalui ${beyond.channel}, melebihi batasnya.`,
  );
  throw new Problem(422, 'amount_outside_limits', detail, { errors: [{ field, detail }] });
}

/** The amount a payer pays through each bank so that the merchant nets `net_amount`, at the prices of the business day. */
export async function quoteChannels(
  tx: MerchantTx,
  channels: readonly LinkChannel[],
  net_amount: Rupiah,
  now: Date,
): Promise<(GrossedUpAmount & { channel: LinkChannel })[]> {
  const { fee_rules, fee_class: criteria } = await getPricing(tx, 'virtual_account');
  const day = toBusinessDay(now);
  return channels
    .filter((channel) => channel !== 'QRIS')
    .map((channel) => ({
      channel,
      ...grossUp(fee_rules, { method: 'virtual_account', channel_code: channel, criteria, day }, net_amount),
    }));
}
