/** Accounts and transfers over SNAP BI: the name behind an account (16), transfers (17, 18) and their status (36). */
import { setTimeout as wait } from 'node:timers/promises';
import { fromSnap, toSnap } from '@dasbor/contract/money';
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import {
  type AccountInquiryResponse,
  type TransferInterbankResponse,
  type TransferIntrabankResponse,
  type TransferStatusResponse,
  accountInquiryRequest,
  transferInterbankRequest,
  transferIntrabankRequest,
  transferStatusRequest,
} from '@dasbor/contract/snap-transfer';
import type { BankParts } from './bank.ts';
import { inTransaction } from './database.ts';
import { SnapRefused } from './snap-access.ts';
import type { SnapServices } from './snap-service.ts';
import { readSwitches, type Switches } from './switches.ts';
import {
  type Account,
  bookTransfer,
  findAccount,
  findTransfer,
  stateOfTransfer,
  type Transfer,
} from './transfer-book.ts';

type Answer<A> = Omit<A, 'responseCode' | 'responseMessage'>;

/** The bank that this one plays where an account is its own. */
const OWN_BANK_CODE = '014';
const STATUSES = {
  pending: SNAP_STATUSES.pending,
  success: SNAP_STATUSES.success,
  failed: SNAP_STATUSES.failed,
  returned: SNAP_STATUSES.refunded,
} as const;
const WORDS = {
  pending: 'Under way',
  success: 'Success',
  failed: 'The receiving bank refused it',
  returned: 'It came back from the receiving bank',
};

export const transferServices = (bank: BankParts): SnapServices => ({
  account_inquiry_external: async (read): Promise<Answer<AccountInquiryResponse>> => {
    const { beneficiaryBankCode, beneficiaryAccountNo } = read(accountInquiryRequest);
    const { name } = openAccount(bank, beneficiaryBankCode, beneficiaryAccountNo);
    return { beneficiaryBankCode, beneficiaryAccountNo, beneficiaryAccountName: name };
  },

  transfer_intrabank: async (read): Promise<Answer<TransferIntrabankResponse>> => {
    const order = read(transferIntrabankRequest);
    return answerOf(await carryOut(bank, '17', { ...order, beneficiaryBankCode: OWN_BANK_CODE }));
  },

  transfer_interbank: async (read): Promise<Answer<TransferInterbankResponse>> => {
    const transfer = await carryOut(bank, '18', read(transferInterbankRequest));
    return { ...answerOf(transfer), beneficiaryBankCode: transfer.bank_code };
  },

  transfer_status: async (read): Promise<Answer<TransferStatusResponse>> => {
    const { originalPartnerReferenceNo } = read(transferStatusRequest);
    const transfer = findTransfer(bank.database, originalPartnerReferenceNo);
    if (!transfer) throw new SnapRefused('transaction_not_found');
    const state = stateOfTransfer(transfer, bank.clock());
    return {
      originalReferenceNo: transfer.reference_no,
      originalPartnerReferenceNo,
      serviceCode: transfer.service,
      latestTransactionStatus: STATUSES[state],
      transactionStatusDesc: WORDS[state],
      amount: { value: toSnap(transfer.amount), currency: 'IDR' },
    };
  },
});

const answerOf = (transfer: Transfer): Answer<TransferIntrabankResponse> => ({
  referenceNo: transfer.reference_no,
  partnerReferenceNo: transfer.partner_reference_no,
  amount: { value: toSnap(transfer.amount), currency: 'IDR' },
  beneficiaryAccountNo: transfer.account_no,
});

function openAccount({ database }: BankParts, bank_code: string, account_no: string): Account {
  const account = findAccount(database, bank_code, account_no);
  if (!account) throw new SnapRefused('invalid_account');
  if (account.state === 'closed') throw new SnapRefused('inactive_account');
  if (account.state === 'dormant') throw new SnapRefused('dormant_account');
  return account;
}

interface TransferOrder {
  partnerReferenceNo: string;
  amount: { value: string };
  beneficiaryBankCode: string;
  beneficiaryAccountNo: string;
}

/** Books a transfer once per number, as the switches say, and answers it; throws what a bank would say instead. */
async function carryOut(bank: BankParts, service: '17' | '18', order: TransferOrder): Promise<Transfer> {
  const { database, clock } = bank;
  const switches = readSwitches(database);
  const outcome = switches.transfer_outcome;
  if (outcome === 'lost') throw new SnapRefused('timeout');
  const booked = inTransaction(database, () => {
    if (findTransfer(database, order.partnerReferenceNo)) throw new SnapRefused('duplicate_partner_reference');
    const account = openAccount(bank, order.beneficiaryBankCode, order.beneficiaryAccountNo);
    if (outcome === 'refused') throw new SnapRefused('do_not_honor');
    return bookTransfer(
      database,
      {
        partner_reference_no: order.partnerReferenceNo,
        service,
        bank_code: account.bank_code,
        account_no: account.account_no,
        account_name: account.name,
        amount: fromSnap(order.amount.value),
        ending: endingOf(outcome),
        settles_at: clock().getTime() + (isLater(outcome) ? switches.transfer_settle_ms : 0),
      },
      clock(),
    );
  });
  if (switches.transfer_answer_delay_ms > 0) {
    await wait(switches.transfer_answer_delay_ms, undefined, { signal: bank.stopping }).catch(() => undefined);
  }
  if (outcome === 'time_out') throw new SnapRefused('timeout');
  if (isLater(outcome)) throw new SnapRefused('in_progress');
  return booked;
}

type Outcome = Switches['transfer_outcome'];
const isLater = (outcome: Outcome): boolean => outcome.startsWith('later_');

const endingOf = (outcome: Outcome): Transfer['ending'] =>
  outcome === 'later_failed' ? 'failed' : outcome === 'later_returned' ? 'returned' : 'success';
