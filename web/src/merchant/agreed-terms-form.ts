/** Prices and settlement terms in the form of a merchant, and their conversion to the API. */
import { VA_BANK_CHANNELS, bankShortName } from '@dasbor/contract/bank';
import type { AgreedPrice, AgreedTerm } from '@dasbor/contract/agreed-terms';
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay } from '@dasbor/contract/time';
import { formMessages } from './form-messages.ts';

export interface PriceRow {
  channel: string;
  /** null while empty: a free price is entered as 0. */
  rate_percent: number | null;
  flat_amount: number | null;
}
export interface TermRow {
  channel: string;
  days: number;
  basis: AgreedTerm['basis'];
}
export interface AgreedTermsForm {
  pricing: readonly PriceRow[];
  settlement_terms: readonly TermRow[];
  /** First day of new versions of an existing merchant. */
  agreed_from: string;
}

const BASIS_POINTS_PER_PERCENT = 100;
const SEPARATOR = '|';

export const getTomorrow = (): string => toBusinessDay(new Date(Date.now() + duration.days(1)));

export interface Channel {
  id: string;
  name: string;
}

/** Channels with a settlement term. */
export function listTermChannels(): Channel[] {
  const t = formMessages().agreed_terms;
  return [
    { id: 'qris', name: 'QRIS' },
    { id: 'virtual_account', name: t.any_bank },
    ...VA_BANK_CHANNELS.map((bank) => ({
      id: `virtual_account${SEPARATOR}${bank}`,
      name: t.virtual_account(bankShortName(bank)),
    })),
  ];
}
/** Channels and services with a price. */
export const listPriceChannels = (): Channel[] => [
  ...listTermChannels(),
  { id: 'disbursement', name: formMessages().agreed_terms.disbursement },
];

/** The first channel that has no entry yet. */
export const chooseFreeChannel = (channels: readonly Channel[], rows: readonly { channel: string }[]): string =>
  channels.find(({ id }) => rows.every((row) => row.channel !== id))?.id ?? 'qris';

export const hasRepeatedChannel = (rows: readonly { channel: string }[]): boolean =>
  new Set(rows.map(({ channel }) => channel)).size < rows.length;

function toScope(channel: string) {
  const [method, bank = null] = channel.split(SEPARATOR);
  return { method: method ?? 'qris', channel_code: bank };
}

/** Fields of the request; without entries none, so that everything stays as it is. */
export function toAgreedTerms({ pricing, settlement_terms }: Pick<AgreedTermsForm, 'pricing' | 'settlement_terms'>) {
  return {
    ...(pricing.length === 0
      ? {}
      : {
          pricing: pricing.map(({ channel, rate_percent, flat_amount }) => ({
            ...toScope(channel),
            rate_bps: Math.round((rate_percent ?? 0) * BASIS_POINTS_PER_PERCENT),
            flat_amount: flat_amount ?? 0,
          })) as AgreedPrice[],
        }),
    ...(settlement_terms.length === 0
      ? {}
      : {
          settlement_terms: settlement_terms.map(({ channel, days, basis }) => ({
            ...toScope(channel),
            days,
            basis,
          })) as AgreedTerm[],
        }),
  };
}
