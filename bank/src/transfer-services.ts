/** Transfer services over SNAP BI: account inquiry (16), transfers (17, 18, 22) and transfer status (36). */
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
  type TransferService,
} from '@dasbor/contract/snap-transfer';
import type { BankContext } from './bank.ts';
import { inTransaction } from './database.ts';
import { SnapError } from './snap-auth.ts';
import type { SnapServices } from './snap-service.ts';
import { readSwitches, type Switches } from './switches.ts';
import {
  type Account,
  insertTransfer,
  findAccount,
  findTransfer,
  getTransferStatus,
  type Transfer,
} from './transfer-queries.ts';

type ResponseBody<A> = Omit<A, 'responseCode' | 'responseMessage'>;

/** Bank code that the sandbox bank acts as for intrabank transfers. */
const OWN_BANK_CODE = '014';
/** Limit of BI-FAST, whole rupiah. */
const INTERBANK_AMOUNT_MAX = 250_000_000;
const STATUSES = {
  pending: SNAP_STATUSES.pending,
  success: SNAP_STATUSES.success,
  failed: SNAP_STATUSES.failed,
  returned: SNAP_STATUSES.refunded,
} as const;
const STATUS_DESCRIPTIONS = {
  pending: 'In progress',
  success: 'Success',
  failed: 'Rejected by the receiving bank',
  returned: 'Returned by the receiving bank',
};

export const transferServices = (bank: BankContext): SnapServices => ({
  account_inquiry_external: async (read): Promise<ResponseBody<AccountInquiryResponse>> => {
    const { beneficiaryBankCode, beneficiaryAccountNo } = read(accountInquiryRequest);
    const { name } = getOpenAccount(bank, beneficiaryBankCode, beneficiaryAccountNo);
    return { beneficiaryBankCode, beneficiaryAccountNo, beneficiaryAccountName: name };
  },

  transfer_intrabank: async (read): Promise<ResponseBody<TransferIntrabankResponse>> => {
    const order = read(transferIntrabankRequest);
    return toTransferResponse(await executeTransfer(bank, '17', { ...order, beneficiaryBankCode: OWN_BANK_CODE }));
  },

  transfer_interbank: async (read): Promise<ResponseBody<TransferInterbankResponse>> => {
    const order = read(transferInterbankRequest);
    if (fromSnap(order.amount.value) > INTERBANK_AMOUNT_MAX) throw new SnapError('amount_limit');
    const transfer = await executeTransfer(bank, '18', order);
    return { ...toTransferResponse(transfer), beneficiaryBankCode: transfer.bank_code };
  },

  transfer_rtgs: async (read): Promise<ResponseBody<TransferInterbankResponse>> => {
    const transfer = await executeTransfer(bank, '22', read(transferInterbankRequest));
    return { ...toTransferResponse(transfer), beneficiaryBankCode: transfer.bank_code };
  },

  transfer_status: async (read): Promise<ResponseBody<TransferStatusResponse>> => {
    const { originalPartnerReferenceNo } = read(transferStatusRequest);
    const { transfer_status } = readSwitches(bank.database);
    if (transfer_status === 'refused') throw new SnapError('do_not_honor');
    const transfer = findTransfer(bank.database, originalPartnerReferenceNo);
    if (!transfer) throw new SnapError('transaction_not_found');
    const state = getTransferStatus(transfer, bank.clock());
    return {
      originalReferenceNo: transfer.reference_no,
      originalPartnerReferenceNo,
      serviceCode: transfer.service,
      latestTransactionStatus: STATUSES[state],
      transactionStatusDesc: STATUS_DESCRIPTIONS[state],
      amount: { value: toSnap(transfer.amount + (transfer_status === 'wrong_amount' ? 1 : 0)), currency: 'IDR' },
    };
  },
});

const toTransferResponse = (transfer: Transfer): ResponseBody<TransferIntrabankResponse> => ({
  referenceNo: transfer.reference_no,
  partnerReferenceNo: transfer.partner_reference_no,
  amount: { value: toSnap(transfer.amount), currency: 'IDR' },
  beneficiaryAccountNo: transfer.account_no,
});

function getOpenAccount({ database }: BankContext, bank_code: string, account_no: string): Account {
  const account = findAccount(database, bank_code, account_no);
  if (!account) throw new SnapError('invalid_account');
  if (account.state === 'closed') throw new SnapError('inactive_account');
  if (account.state === 'dormant') throw new SnapError('dormant_account');
  return account;
}

interface TransferOrder {
  partnerReferenceNo: string;
  amount: { value: string };
  beneficiaryBankCode: string;
  beneficiaryAccountNo: string;
}

/** Executes a transfer once per partner reference, as the switches demand. Throws SnapError for rejections and timeouts. */
async function executeTransfer(bank: BankContext, service: TransferService, order: TransferOrder): Promise<Transfer> {
  const { database, clock } = bank;
  const switches = readSwitches(database);
  const outcome = switches.transfer_outcome;
  if (outcome === 'lost') throw new SnapError('timeout');
  const booked = inTransaction(database, () => {
    if (findTransfer(database, order.partnerReferenceNo)) throw new SnapError('duplicate_partner_reference');
    const account = getOpenAccount(bank, order.beneficiaryBankCode, order.beneficiaryAccountNo);
    if (outcome === 'refused') throw new SnapError('do_not_honor');
    return insertTransfer(
      database,
      {
        partner_reference_no: order.partnerReferenceNo,
        service,
        bank_code: account.bank_code,
        account_no: account.account_no,
        account_name: account.name,
        amount: fromSnap(order.amount.value),
        ending: getFinalStatus(outcome),
        settles_at: clock().getTime() + (isLater(outcome) ? switches.transfer_settle_ms : 0),
      },
      clock(),
    );
  });
  if (switches.transfer_answer_delay_ms > 0) {
    await wait(switches.transfer_answer_delay_ms, undefined, { signal: bank.stopping }).catch(() => undefined);
  }
  if (outcome === 'time_out') throw new SnapError('timeout');
  if (isLater(outcome)) throw new SnapError('in_progress');
  return booked;
}

type Outcome = Switches['transfer_outcome'];
const isLater = (outcome: Outcome): boolean => outcome.startsWith('later_');

const getFinalStatus = (outcome: Outcome): Transfer['ending'] =>
  outcome === 'later_failed' ? 'failed' : outcome === 'later_returned' ? 'returned' : 'success';
