/** Retries a disbursement that ended without paying, as a new one with its own approvals and its own number at the bank. */
import type { Body } from '@dasbor/contract/route';
import type { retryDisbursement as route } from '@dasbor/contract/disbursement';
import { disbursementStatusLabel } from '@dasbor/contract/disbursement-fields';
import { formatInstant } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { calculateEarliestRetryTime } from '../rails/next-attempt.ts';
import { readRailCalendar } from '../rails/rail-queries.ts';
import { type TransferDeps, checkTransferNow } from '../rails/send-transfer.ts';
import { type CreateContext, createDisbursement } from './create.ts';
import { alreadyPaid, isPaid, listEarlierTransfers } from './retry-chain.ts';
import { DISBURSEMENT_PORT } from './outcome.ts';
import { lockDisbursement } from './queries.ts';
import { type EarlierDisbursement, findRetry, listEarlier } from './retry-queries.ts';
import {
  type AccountDeps,
  type CheckContext,
  type ResolvedAccount,
  readCheckedAccount,
  recheckAccount,
} from './resolve-account.ts';
import { isRetryable } from './rules.ts';

/** Queries the status of the transfers of a disbursement before it is retried. No lock is held meanwhile. */
export async function inquireBeforeRetry(deps: TransferDeps, merchant_id: string, id: string): Promise<void> {
  const transfers = await asMerchant(deps.db, merchant_id, async (tx) =>
    listEarlierTransfers(tx, await listRetryChain(tx, id)),
  );
  for (const transfer of transfers)
    await checkTransferNow(deps, { disbursement: DISBURSEMENT_PORT }, merchant_id, transfer.id);
}

/** The account of a disbursement that will be retried, its holder checked again. Throws 404 and the refusals of the bank. */
export async function getRetryAccount(deps: AccountDeps, id: string, context: CheckContext): Promise<ResolvedAccount> {
  const { known, is_retryable } = await asMerchant(deps.db, context.merchant_id, async (tx) => {
    const original = await lockDisbursement(tx, id);
    if (original === undefined) throw notFound();
    const account = await readCheckedAccount(tx, deps.vault, original.account_check_id);
    return { known: account, is_retryable: isRetryable(original.status) };
  });
  return is_retryable ? recheckAccount(deps, known, context) : known;
}

/** The disbursement that will be retried, with everything that it retries itself. */
const listRetryChain = async (tx: MerchantTx, id: string): Promise<EarlierDisbursement[]> => [
  { id, status: 'failed' },
  ...(await listEarlier(tx, id)),
];

interface RetryInput extends Body<typeof route> {
  account: ResolvedAccount;
  /** Whether it is not the account of the original, whose expected holder then does not apply. */
  is_other_account?: boolean;
}

/**
 * Returns the id of the new disbursement. Throws 409 `not_retryable`, `already_retried`, `already_paid` and `retry_too_early`,
 * and the errors of a creation. Concurrent retries are serialised by the lock of the original.
 */
export async function retryDisbursement(
  tx: MerchantTx,
  id: string,
  { merchant_reference, rail, account, is_other_account = false }: RetryInput,
  context: CreateContext,
): Promise<string> {
  const original = await lockDisbursement(tx, id);
  if (original === undefined) throw notFound();
  const { status, amount, description, emails, account_name, rail_choice } = original;
  if (!isRetryable(status)) {
    throw new Problem(
      409,
      'not_retryable',
      localized(
        `Only a failed, rejected, cancelled or returned disbursement can be retried. The status of this one is ${disbursementStatusLabel(status, 'en')}.`,
        `Hanya disbursement yang gagal, ditolak, dibatalkan, atau dikembalikan yang dapat diulang. Status disbursement ini ${disbursementStatusLabel(status, 'id')}.`,
      ),
    );
  }
  const retry = await findRetry(tx, id);
  if (retry !== undefined) throw alreadyRetried(retry.id);
  await assertRetryAllowed(tx, id, context.now);
  return createDisbursement(
    tx,
    account,
    {
      merchant_reference,
      amount,
      emails,
      rail: rail ?? rail_choice,
      retry_of: id,
      ...(description === null ? {} : { description }),
      ...(account_name === null || is_other_account ? {} : { account_name }),
    },
    context,
  );
}

const alreadyRetried = (retry_id: string) =>
  new Problem(
    409,
    'already_retried',
    localized(
      `This disbursement was already retried as ${retry_id}; if that one also failed, retry that one.`,
      `Disbursement ini sudah diulang sebagai ${retry_id}; jika yang itu juga gagal, ulangi yang itu.`,
    ),
  );

/** Every earlier transfer must be confirmed as not executed for the configured time: the bank may still execute a failed one. */
async function assertRetryAllowed(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const chain = await listRetryChain(tx, id);
  if (isPaid(chain)) throw alreadyPaid();
  const transfers = await listEarlierTransfers(tx, chain);
  const retry_at = calculateEarliestRetryTime(transfers, await readRailCalendar(tx), now);
  if (retry_at.getTime() <= now.getTime()) return;
  const at = retry_at.toISOString();
  throw new Problem(
    409,
    'retry_too_early',
    localized(
      `The bank may still execute the failed transfer. Retry it from ${formatInstant(at, 'en')}, once the bank has confirmed that it was not executed.`,
      `Bank mungkin masih menjalankan transfer yang gagal. Ulangi mulai ${formatInstant(at, 'id')}, setelah bank memastikan bahwa transfer tidak dijalankan.`,
    ),
  );
}
