/**
 * Ledger entries of a transfer that the bank executed with another amount than ordered, after two people found it out. The
 * feature books the ordered amount; these entries make the ledger agree with the bank. A shortfall is credited to the
 * merchant; an excess is held in suspense until the bank has clarified it.
 */
import { type Rupiah, subtract } from '@dasbor/contract/money';
import type { MerchantTx } from '../db/tx.ts';
import { listBalances } from '../ledger/balance.ts';
import { getAccountId } from '../ledger/payment.ts';
import { postTransfers } from '../ledger/posting.ts';
import type { BankTransfer } from './transfer-queries.ts';

type BookedTransfer = Pick<BankTransfer, 'id' | 'subject_type' | 'amount'>;

/** Kind and accounts of a difference; the compensating entry has them the other way round. */
const describeDifference = ({ subject_type, amount }: BookedTransfer, executed_amount: Rupiah) =>
  executed_amount < amount
    ? ({
        kind: 'transfer_shortfall',
        debit: 'bank_clearing',
        credit: subject_type === 'disbursement' ? 'payout' : 'available',
        difference: subtract(amount, executed_amount),
      } as const)
    : ({
        kind: 'transfer_excess',
        debit: 'suspense',
        credit: 'bank_clearing',
        difference: subtract(executed_amount, amount),
      } as const);

/** Books the difference, if there is one. */
export const postDifference = (
  tx: MerchantTx,
  transfer: BookedTransfer,
  executed_amount: Rupiah,
  posted_at: Date,
): Promise<void> => post(tx, transfer, { executed_amount, is_back: false, posted_at });

/** Books it back: the receiving bank returned what it had executed. The balance may fall below its minimum. */
export const reverseDifference = (
  tx: MerchantTx,
  transfer: BookedTransfer,
  executed_amount: Rupiah,
  posted_at: Date,
): Promise<void> => post(tx, transfer, { executed_amount, is_back: true, posted_at });

async function post(
  tx: MerchantTx,
  transfer: BookedTransfer,
  { executed_amount, is_back, posted_at }: { executed_amount: Rupiah; is_back: boolean; posted_at: Date },
): Promise<void> {
  if (executed_amount === transfer.amount) return;
  const { kind, debit, credit, difference } = describeDifference(transfer, executed_amount);
  const balances = await listBalances(tx);
  const accounts = Object.fromEntries(balances.map(({ type, account_id }) => [type, account_id]));
  const [from, to] = is_back ? [credit, debit] : [debit, credit];
  await postTransfers(tx, {
    posted_at,
    transfers: [
      {
        kind: is_back ? `${kind}_back` : kind,
        amount: difference,
        debit_account: getAccountId(accounts, from),
        credit_account: getAccountId(accounts, to),
        reference_type: 'bank_transfer',
        reference_id: transfer.id,
      },
    ],
  });
}
