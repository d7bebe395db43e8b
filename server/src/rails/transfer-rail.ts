/** Transfer rails, their limits and hours (domain 4.4), and the choice between them. Pure. */
import type { BankInfo } from '@dasbor/contract/bank';
import type { Rupiah } from '@dasbor/contract/money';
import { SNAP_SERVICES } from '@dasbor/contract/snap';
import type { TransferService } from '@dasbor/contract/snap-transfer';

export type TransferRail = 'intrabank' | 'bi_fast' | 'online' | 'rtgs';

/** Service of SNAP BI that a rail is ordered by. */
export const SERVICE_BY_RAIL: Record<TransferRail, TransferService> = {
  intrabank: SNAP_SERVICES.transfer_intrabank,
  bi_fast: SNAP_SERVICES.transfer_interbank,
  online: SNAP_SERVICES.transfer_interbank,
  rtgs: SNAP_SERVICES.transfer_rtgs,
};

/** Limits of one transfer, with the effective day (WIB). */
const LIMITS: { rail: TransferRail; amount_max: Rupiah; effective_from: string }[] = [
  { rail: 'intrabank', amount_max: 9_999_999_999, effective_from: '2020-01-01' },
  { rail: 'bi_fast', amount_max: 250_000_000, effective_from: '2021-12-21' },
  { rail: 'online', amount_max: 50_000_000, effective_from: '2020-01-01' },
  { rail: 'rtgs', amount_max: 9_999_999_999, effective_from: '2020-01-01' },
];

/** Hours (WIB) in which RTGS accepts orders on business days, the end exclusive. */
export const RTGS_HOURS = { from: 7, to: 14 } as const;

/** Maximum amount of one transfer over a rail on a business day. */
export function getRailLimit(rail: TransferRail, day: string): Rupiah {
  const [limit] = LIMITS.filter((row) => row.rail === rail && row.effective_from <= day).toSorted((a, b) =>
    b.effective_from.localeCompare(a.effective_from),
  );
  return limit?.amount_max ?? 0;
}

/** The real-time rail to a bank. */
const getRealTimeRail = (bank: BankInfo, is_own_bank: boolean): Exclude<TransferRail, 'rtgs'> =>
  is_own_bank ? 'intrabank' : bank.bi_fast ? 'bi_fast' : 'online';

/** Maximum amount of one real-time transfer to a bank on a business day. */
export const getTransferLimit = (bank: BankInfo, is_own_bank: boolean, day: string): Rupiah =>
  getRailLimit(getRealTimeRail(bank, is_own_bank), day);

/** The rail of a transfer: real time up to its limit, RTGS above; null when no rail carries the amount. */
export function chooseRail(
  { bank, is_own_bank, amount }: { bank: BankInfo; is_own_bank: boolean; amount: Rupiah },
  day: string,
): TransferRail | null {
  const real_time = getRealTimeRail(bank, is_own_bank);
  if (amount <= getRailLimit(real_time, day)) return real_time;
  return !is_own_bank && amount <= getRailLimit('rtgs', day) ? 'rtgs' : null;
}
