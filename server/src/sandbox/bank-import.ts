/**
 * Hands the generated history to the sandbox bank, a process of its own, so that refunds and inquiries about these payments
 * succeed. Idempotent: the bank ignores what it has.
 */
import { BANK_HISTORY_PATH, type BankHistory } from '@dasbor/contract/bank-history';
import { setTimeout as wait } from 'node:timers/promises';
import { BANKS } from '@dasbor/contract/bank';
import * as duration from '@dasbor/contract/duration';
import { SNAP_SERVICES } from '@dasbor/contract/snap';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { buildDepositVaRequest } from '../deposit-va/change-status.ts';
import { findVa as findDepositVa } from '../deposit-va/va-queries.ts';
import { buildVaRequest } from '../virtual-account/issue.ts';
import { lockVa } from '../virtual-account/queries.ts';
import {
  type SentTransfer,
  listOpenedDepositVas,
  listOpenedVas,
  listQrCodes,
  listQrPayments,
  listQrRefunds,
  listSentTransfers,
  listVaPayments,
} from './bank-import-queries.ts';
import { buildReference } from './past-bank.ts';

const RETRY_MS = 500;
/** A transfer in progress gets its final status after this time. */
const IN_PROGRESS_MS = duration.minutes(30);
const OWN_BANK = BANKS.find(({ channel }) => channel === 'BCA')?.code;

type ImportDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log' | 'vault'>;

/** Sends the history; retries until `timeout_ms` while the bank is starting. Returns whether the bank has it. */
export async function importIntoBank(deps: ImportDeps, merchant_id: string, timeout_ms: number): Promise<boolean> {
  const history = await buildBankHistory(deps, merchant_id);
  const body = JSON.stringify(history);
  const url = `${deps.env.BANK_URL.replace(/\/$/, '')}${BANK_HISTORY_PATH}`;
  const until_ms = performance.now() + timeout_ms;
  for (;;) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch(() => null);
    if (response?.ok) return true;
    if (response !== null || performance.now() > until_ms) {
      const detail = response === null ? 'no response' : `HTTP ${response.status}: ${await response.text()}`;
      deps.log.warn({ merchant_id, detail }, 'the sandbox bank did not accept the history');
      return false;
    }
    await wait(RETRY_MS);
  }
}

/** The history of a merchant as the bank would have recorded it. */
export function buildBankHistory(deps: ImportDeps, merchant_id: string): Promise<BankHistory> {
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const transfers = (await listSentTransfers(tx)).map((sent) => toTransfer(deps, merchant_id, sent));
    return {
      accounts: transfers.map(({ bank_code, account_no, account_name: name }) => ({ bank_code, account_no, name })),
      qr_codes: await listQrCodes(tx),
      qr_payments: await listQrPayments(tx),
      vas: await listVas(tx),
      va_payments: await listVaPayments(tx),
      transfers,
      qr_refunds: await listQrRefunds(tx),
    };
  });
}

async function listVas(tx: MerchantTx): Promise<BankHistory['vas']> {
  const vas: BankHistory['vas'] = [];
  for (const { id, created_at, updated_at, status } of await listOpenedVas(tx)) {
    const va = await lockVa(tx, { id });
    if (va === undefined) continue;
    vas.push({ request: buildVaRequest(va), created_at, closed_at: status === 'inactive' ? updated_at : null });
  }
  for (const { id, created_at } of await listOpenedDepositVas(tx)) {
    const va = await findDepositVa(tx, { id });
    if (va !== undefined) vas.push({ request: buildDepositVaRequest(va), created_at, closed_at: null });
  }
  return vas;
}

function toTransfer(
  { vault, clock }: ImportDeps,
  merchant_id: string,
  { table, account_id, account_no_sealed, reference_no, status, sent_at, ...sent }: SentTransfer,
): BankHistory['transfers'][number] {
  const secret_context = { table, column: 'account_no_sealed', merchant_id, row_id: account_id };
  const is_open = status === 'processing';
  return {
    ...sent,
    reference_no: reference_no ?? buildReference('BT', sent.partner_reference_no),
    service: sent.bank_code === OWN_BANK ? SNAP_SERVICES.transfer_intrabank : SNAP_SERVICES.transfer_interbank,
    account_no: vault.open(secret_context, account_no_sealed),
    ending: status === 'returned' ? 'returned' : 'success',
    settles_at: is_open ? new Date(clock.now().getTime() + IN_PROGRESS_MS).toISOString() : sent_at,
    created_at: sent_at,
  };
}
