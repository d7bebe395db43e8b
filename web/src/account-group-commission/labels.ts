/** Labels of the terms of commission rules. */
import { formatBankAccount } from '@dasbor/contract/account-number';
import {
  type CommissionBasis,
  type CommissionBearer,
  type CommissionRule,
  type CommissionRuleStatus,
  type CommissionScope,
  PPM_PER_PERCENT,
} from '@dasbor/contract/account-group-commission-fields';
import { bankShortName } from '@dasbor/contract/bank';
import { methodLabel } from '@dasbor/contract/labels';
import { formatRupiah } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatValidity } from '../ui/format-fee.ts';
import { formatDay } from '../ui/instant.tsx';
import type { Tone } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

export const STATUS_TONES: Record<CommissionRuleStatus, Tone> = {
  draft: 'neutral',
  pending_approval: 'warning',
  active: 'success',
  superseded: 'neutral',
  ended: 'neutral',
};

export const formatStatus = (status: string): string => messages().statuses[status as CommissionRuleStatus];
export const formatBasis = (basis: string): string => messages().bases[basis as CommissionBasis];
export const formatBearer = (bearer: string): string => messages().bearers[bearer as CommissionBearer];

/** `2500` → `0,25%` in Indonesian, `0.25%` in English. */
export const formatPpm = (rate_ppm: number): string =>
  `${new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 4 }).format(rate_ppm / PPM_PER_PERCENT)}%`;

/** `0.25% + Rp 100`. */
export function formatRate({ rate_ppm, flat_amount }: { rate_ppm: number; flat_amount: number }): string {
  const parts = [rate_ppm > 0 ? formatPpm(rate_ppm) : '', flat_amount > 0 ? formatRupiah(flat_amount) : ''];
  return parts.filter((part) => part !== '').join(' + ') || formatRupiah(0);
}

/** `QRIS`, `Virtual account · BCA`, `All methods`. */
export function formatScope({ method, channel_code }: CommissionScope): string {
  if (method === null) return messages().all_methods;
  const name = methodLabel(method, currentLanguage());
  return channel_code === null ? name : `${name} · ${bankShortName(channel_code)}`;
}

/** `at least Rp 100, at most Rp 5.000`; null without limits. */
export function formatBounds({
  commission_min,
  commission_max,
}: Pick<CommissionRule, 'commission_min' | 'commission_max'>): string | null {
  const t = messages();
  const parts = [
    commission_min === null ? '' : t.at_least(formatRupiah(commission_min)),
    commission_max === null ? '' : t.at_most(formatRupiah(commission_max)),
  ];
  return parts.filter((part) => part !== '').join(', ') || null;
}

/** The days on which a rule applies; a version that never began has none. */
export function formatPeriod(rule: Pick<CommissionRule, 'effective_from' | 'effective_to'>): string {
  if (rule.effective_to === null) return messages().from_day(formatDay(rule.effective_from));
  return rule.effective_to === rule.effective_from ? '–' : formatValidity(rule);
}

/** `BCA ••••0001, Kopi Nusantara`. */
export function formatBeneficiary({
  bank_code,
  account_last4,
  beneficiary_name,
}: Pick<CommissionRule, 'bank_code' | 'account_last4' | 'beneficiary_name'>): string {
  if (bank_code === null || account_last4 === null) return beneficiary_name;
  return `${beneficiary_name} · ${formatBankAccount(bank_code, account_last4)}`;
}
