/** Restrictions of the provider on a new payment of a merchant: its channels, and its limits per payment, day and month. */
import { sql } from 'kysely';
import { formatRupiah } from '@dasbor/contract/format';
import { type Localized, localized } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import type { LinkChannel } from '@dasbor/contract/payment-link-terms';
import { startOfBusinessDay, startOfMonth, toBusinessDay } from '@dasbor/contract/time';
import { lockMerchant } from '../db/locks.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { buildCountsTable } from '../transaction/roll-up-queries.ts';
import {
  type ExceededLimit,
  type LimitName,
  OPEN_OR_PAID,
  findExceededLimit,
  calculateLargestPayment,
  needsVolume,
} from './limit-rules.ts';

type OneMerchant = Pick<MerchantTx, 'merchant_id' | 'sql'>;

/**
 * Payments created today and this month (WIB) that the limits count: what is paid, and what the merchant created and is
 * open. Visitors start payments of links without paying them, so these count when they are paid.
 */
export async function sumCreated(
  { merchant_id, sql: kysely }: OneMerchant,
  now: Date,
): Promise<{ day_amount: Rupiah; month_amount: Rupiah }> {
  const today = toBusinessDay(now);
  const day_from = startOfBusinessDay(today);
  const month_from = startOfBusinessDay(startOfMonth(today));
  const { rows } = await sql<{ day_amount: Rupiah; month_amount: Rupiah }>`
    select coalesce(sum(c.amount) filter (where c.at >= ${day_from.toISOString()}::timestamptz), 0)::bigint as day_amount,
      coalesce(sum(c.amount), 0)::bigint as month_amount
    from ${buildCountsTable(merchant_id, { from: month_from }, { status: OPEN_OR_PAID })} c
    where not (c.source = 'payment_link' and c.status in ('created', 'pending'))`.execute(kysely);
  return rows[0] ?? { day_amount: 0, month_amount: 0 };
}

const LIMITS = ['limit_per_payment', 'limit_per_day', 'limit_per_month', 'limit_per_payout'] as const;

/** Amounts that a merchant may receive now through a channel. */
export interface PaymentAllowance {
  is_disabled: boolean;
  /** The largest payment that the limits allow; null without a limit. */
  largest_amount: Rupiah | null;
}

/** For payments that the bank inquires about before the payer pays. Locks nothing: what is paid anyway is booked. */
export async function getPaymentAllowance(
  tx: MerchantTx,
  { channel, now }: Pick<NewPayment, 'channel' | 'now'>,
): Promise<PaymentAllowance> {
  const { disabled_channels, ...limits } = await readAllowance(tx, channel);
  const used = needsVolume(limits) ? await sumCreated(tx, now) : { day_amount: 0, month_amount: 0 };
  return { is_disabled: disabled_channels.includes(channel), largest_amount: calculateLargestPayment(limits, used) };
}

const readAllowance = (tx: MerchantTx, channel: LinkChannel) =>
  tx.sql
    .selectFrom('merchant')
    .select([...LIMITS, 'disabled_channels'])
    .select((eb) =>
      eb
        .selectFrom('bank_credential as c')
        .select('c.id')
        .where('c.merchant_id', '=', tx.merchant_id)
        .where('c.channel', '=', channel)
        .where('c.activated_at', 'is not', null)
        .where('c.removed_at', 'is', null)
        .as('bank_credential_id'),
    )
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();

interface NewPayment {
  channel: LinkChannel;
  /** Whole rupiah; null where the payer chooses the amount. */
  amount: Rupiah | null;
  now: Date;
}

/** Channel by which an allowed payment is collected. */
export interface AllowedPayment {
  /** Bank credential of the merchant; null: that of the provider. */
  bank_credential_id: string | null;
}

/**
 * Throws 409 `channel_disabled` and 422 `limit_exceeded`. With a limit per day or month, concurrent payments of the
 * merchant are serialised by the lock of its row until the commit, so that they cannot exceed it together.
 */
export async function assertPaymentAllowed(
  tx: MerchantTx,
  { channel, amount, now }: NewPayment,
): Promise<AllowedPayment> {
  const { disabled_channels, bank_credential_id, ...limits } = await readAllowance(tx, channel);
  if (disabled_channels.includes(channel)) throw channelDisabled(channel);
  if (amount === null) return { bank_credential_id };
  const over = findExceededLimit(limits, amount, { day_amount: 0, month_amount: 0 });
  if (over !== null) throw limitExceeded(over);
  if (!needsVolume(limits)) return { bank_credential_id };
  await lockMerchant(tx);
  const exceeded = findExceededLimit(limits, amount, await sumCreated(tx, now));
  if (exceeded !== null) throw limitExceeded(exceeded);
  return { bank_credential_id };
}

const channelDisabled = (channel: LinkChannel) =>
  new Problem(
    409,
    'channel_disabled',
    localized(
      `Payments through ${channel} are disabled for your business. Use another channel or contact support.`,
      `Pembayaran melalui ${channel} dinonaktifkan untuk bisnis Anda. Gunakan kanal lain atau hubungi tim dukungan.`,
    ),
  );

const TEXTS: Record<LimitName, (maximum: string, remaining: string) => Localized> = {
  limit_per_payment: (maximum) =>
    localized(`A payment can be at most ${maximum}.`, `Satu pembayaran paling banyak ${maximum}.`),
  limit_per_day: (maximum, remaining) =>
    localized(
      `Your limit of ${maximum} per day leaves ${remaining} today.`,
      `Batas harian Anda sebesar ${maximum} menyisakan ${remaining} hari ini.`,
    ),
  limit_per_month: (maximum, remaining) =>
    localized(
      `Your limit of ${maximum} per month leaves ${remaining} this month.`,
      `Batas bulanan Anda sebesar ${maximum} menyisakan ${remaining} bulan ini.`,
    ),
};

function limitExceeded({ limit, maximum, remaining }: ExceededLimit): Problem {
  const detail = TEXTS[limit](formatRupiah(maximum), formatRupiah(remaining));
  return new Problem(422, 'limit_exceeded', detail, { errors: [{ field: 'amount', detail }] });
}
