/** Ledger entries of commission statements. Every transfer stays within the accounts of one merchant. */
import type { Rupiah } from '@dasbor/contract/money';
import type { MerchantTx } from '../db/tx.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { getAccountId } from '../ledger/payment.ts';
import { type NewTransfer, postTransfers } from '../ledger/posting.ts';
import { openTaxAccount } from './statement-account-queries.ts';

const REFERENCE = { reference_type: 'commission_statement' } as const;

interface Posting {
  kind: string;
  from: string;
  to: string;
  amount: Rupiah;
}

/**
 * A statement collects the commission of a member: it leaves the member's commission account through clearing, or returns
 * there when more was reversed than earned. `statement`: the other half, in the merchant that earns it.
 */
export async function postCollected(
  tx: MerchantTx,
  side: 'commission_collected' | 'commission_statement',
  { id, number, amount }: { id: string; number: string; amount: Rupiah },
  now: Date,
): Promise<void> {
  const is_out = amount > 0 === (side === 'commission_collected');
  const [from, to] = is_out ? ['commission', 'bank_clearing'] : ['bank_clearing', 'commission'];
  await post(tx, [{ kind: side, from, to, amount: Math.abs(amount) }], { id, description: number }, now);
}

/** Entries of an attempt at a payout by its outcome. Each is posted at most once per reference. The codes are stored. */
const MOVEMENTS = {
  payout: { suffix: '', is_out: true },
  /** The bank did not execute it, or returned it. */
  back: { suffix: '_back', is_out: false },
  /** The bank executed it although it was reported as failed. */
  late: { suffix: '_late', is_out: true },
  /** The receiving bank returned it after that. */
  late_back: { suffix: '_late_back', is_out: false },
} as const;
export type PayoutMovement = keyof typeof MOVEMENTS;

/** The net amount leaves through the bank; the tax withheld is owed to the tax office from the same moment. */
export async function postPayout(
  tx: MerchantTx,
  { net_amount, tax_amount, number }: { net_amount: Rupiah; tax_amount: Rupiah; number: string },
  { movement, reference }: { movement: PayoutMovement; reference: string },
  now: Date,
): Promise<void> {
  const { suffix, is_out } = MOVEMENTS[movement];
  if (tax_amount > 0) await openTaxAccount(tx, now);
  const toPosting = (name: string, other: string, amount: Rupiah): Posting => ({
    kind: `${name}${suffix}`,
    from: is_out ? 'commission' : other,
    to: is_out ? other : 'commission',
    amount,
  });
  const postings = [
    toPosting('commission_payout', 'bank_clearing', net_amount),
    toPosting('commission_tax', 'tax_withheld', tax_amount),
  ];
  await post(tx, postings, { id: reference, description: number }, now);
}

async function post(
  tx: MerchantTx,
  postings: readonly Posting[],
  { id, description }: { id: string; description: string },
  posted_at: Date,
): Promise<void> {
  const accounts = await listAccountIds(tx);
  const transfers = postings
    .filter(({ amount }) => amount > 0)
    .map(({ kind, from, to, amount }): NewTransfer => ({
      kind,
      amount,
      debit_account: getAccountId(accounts, from),
      credit_account: getAccountId(accounts, to),
      ...REFERENCE,
      reference_id: id,
      description,
    }));
  if (transfers.length > 0) await postTransfers(tx, { posted_at, transfers });
}
