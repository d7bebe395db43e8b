/** Test fixtures of deposit VAs, deposits and transfers to the payout balance. */
import type { Deposit, DepositVa } from '@dasbor/contract/deposit-va';
import type { BalanceTransfer } from '@dasbor/contract/payout-balance';

const buildId = (prefix: string, n: number): string => `${prefix}_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`;
export const DEPOSIT_VA_ID = buildId('dva', 1);
export const buildDepositId = (n: number): string => buildId('dep', n);

export const buildDepositVa = (part: Partial<DepositVa> = {}): DepositVa => ({
  id: DEPOSIT_VA_ID,
  bank: 'BRI',
  va_number: '128880000100000001',
  holder_name: 'KOPI NUSANTARA',
  status: 'active',
  failure_message: null,
  ledger_account_id: buildId('acc', 1),
  topped_up_this_month: 5_000_000,
  last_top_up_at: '2026-11-21T06:00:00.000Z',
  amount_min: 10_000,
  amount_max: 500_000_000,
  from_any_bank: true,
  created_at: '2026-11-01T02:00:00.000Z',
  ...part,
});

/** A credited deposit, number `n`. */
export const buildDeposit = (n: number, part: Partial<Deposit> = {}): Deposit => ({
  id: buildDepositId(n),
  received_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  paid_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  deposit_va_id: DEPOSIT_VA_ID,
  va_number: '128880000100000001',
  bank: 'BRI',
  amount: 1_250_000 + n,
  fee_amount: 4_000,
  fee_vat_amount: 440,
  net_amount: 1_245_560 + n,
  sender_name: 'KOPI NUSANTARA PT',
  sender_bank: 'BCA',
  bank_reference: `REF-${n}`,
  payment_request_id: `VP2026112100${n}`,
  status: 'credited',
  review_reason: null,
  decision_note: null,
  ended_at: '2026-11-21T07:00:00.000Z',
  ...part,
});

/** A transfer that a colleague requested and that awaits approval. */
export const buildTransfer = (part: Partial<BalanceTransfer> = {}): BalanceTransfer => ({
  id: buildId('bmv', 1),
  created_at: '2026-11-21T06:30:00.000Z',
  amount: 2_000_000,
  status: 'pending',
  requested_by: 'Budi Santoso',
  is_own: false,
  may_decide: true,
  approvals_missing: 1,
  decided_by: null,
  decided_at: null,
  remark: null,
  ...part,
});
