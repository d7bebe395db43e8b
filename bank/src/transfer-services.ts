/** Transfer services over SNAP BI: account inquiry (16), transfers (17, 18, 22, 23) and transfer status (36). */
import { setTimeout as wait } from 'node:timers/promises';
import * as duration from '@dasbor/contract/duration';
import { fromSnapValue, toSnapValue } from '@dasbor/contract/money';
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import { TIME_ZONE, toLocalTime } from '@dasbor/contract/time';
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
import { EXECUTION_BY_OUTCOME, type Execution, findBehaviour } from './transfer-behaviour.ts';
import {
  type Account,
  insertTransfer,
  findAccount,
  findTransfer,
  toTransferStatus,
  type Transfer,
} from './transfer-queries.ts';

type ResponseBody<A> = Omit<A, 'responseCode' | 'responseMessage'>;

/** Bank code that the sandbox bank acts as for intrabank transfers. */
const OWN_BANK_CODE = '014';
/** Limit of BI-FAST, whole rupiah. */
const INTERBANK_AMOUNT_MAX = 250_000_000;
/** Limit of SKN, whole rupiah. */
const SKN_AMOUNT_MAX = 1_000_000_000;
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
    const request = read(transferIntrabankRequest);
    const transfer = await executeTransfer(bank, '17', { ...request, beneficiaryBankCode: OWN_BANK_CODE });
    return toTransferResponse(bank, transfer);
  },

  transfer_interbank: async (read): Promise<ResponseBody<TransferInterbankResponse>> => {
    const request = read(transferInterbankRequest);
    if (fromSnapValue(request.amount.value) > INTERBANK_AMOUNT_MAX) throw new SnapError('amount_limit');
    const transfer = await executeTransfer(bank, '18', request);
    return { ...toTransferResponse(bank, transfer), beneficiaryBankCode: transfer.bank_code };
  },

  transfer_rtgs: async (read): Promise<ResponseBody<TransferInterbankResponse>> => {
    const transfer = await executeTransfer(bank, '22', read(transferInterbankRequest));
    return { ...toTransferResponse(bank, transfer), beneficiaryBankCode: transfer.bank_code };
  },

  transfer_skn: async (read): Promise<ResponseBody<TransferInterbankResponse>> => {
    const request = read(transferInterbankRequest);
    if (fromSnapValue(request.amount.value) > SKN_AMOUNT_MAX) throw new SnapError('amount_limit');
    const transfer = await executeTransfer(bank, '23', request);
    return { ...toTransferResponse(bank, transfer), beneficiaryBankCode: transfer.bank_code };
  },

  transfer_status: async (read): Promise<ResponseBody<TransferStatusResponse>> => {
    const { originalPartnerReferenceNo } = read(transferStatusRequest);
    const { transfer_status } = readSwitches(bank.database);
    if (transfer_status === 'refused') throw new SnapError('do_not_honor');
    const transfer = findTransfer(bank.database, originalPartnerReferenceNo);
    if (!transfer) throw new SnapError('transaction_not_found');
    const state = toTransferStatus(transfer, bank.clock());
    return {
      originalReferenceNo: transfer.reference_no,
      originalPartnerReferenceNo,
      serviceCode: transfer.service,
      latestTransactionStatus: STATUSES[state],
      transactionStatusDesc: STATUS_DESCRIPTIONS[state],
      amount: {
        value: toSnapValue(calculateResponseAmount(bank, transfer) + (transfer_status === 'wrong_amount' ? 1 : 0)),
        currency: 'IDR',
      },
    };
  },
});

const toTransferResponse = (bank: BankContext, transfer: Transfer): ResponseBody<TransferIntrabankResponse> => ({
  referenceNo: transfer.reference_no,
  partnerReferenceNo: transfer.partner_reference_no,
  amount: { value: toSnapValue(calculateResponseAmount(bank, transfer)), currency: 'IDR' },
  beneficiaryAccountNo: transfer.account_no,
});

/** The amount in responses: one rupiah more for accounts that simulate responses about another amount. */
const calculateResponseAmount = ({ database }: BankContext, { account_no, amount }: Transfer): number =>
  amount + (findBehaviour(database, account_no) === 'wrong_amount' ? 1 : 0);

function getOpenAccount({ database }: BankContext, bank_code: string, account_no: string): Account {
  const account = findAccount(database, bank_code, account_no);
  if (!account) throw new SnapError('invalid_account');
  if (account.state === 'closed') throw new SnapError('inactive_account');
  if (account.state === 'dormant') throw new SnapError('dormant_account');
  return account;
}

interface TransferRequest {
  partnerReferenceNo: string;
  amount: { value: string };
  beneficiaryBankCode: string;
  beneficiaryAccountNo: string;
}

/** Longer than partners wait for an answer. */
const SLOW_RESPONSE_MS = duration.seconds(20);

/** Executes a transfer once per partner reference, as the behaviour of its account or the switches demand. Throws SnapError. */
async function executeTransfer(
  bank: BankContext,
  service: TransferService,
  request: TransferRequest,
): Promise<Transfer> {
  const { database, clock } = bank;
  const switches = readSwitches(database);
  const behaviour = findBehaviour(database, request.beneficiaryAccountNo);
  const execution = behaviour === null ? toExecution(switches.transfer_outcome) : EXECUTION_BY_OUTCOME[behaviour];
  if (execution.refusal === 'unavailable') throw new SnapError(behaviour === null ? 'timeout' : 'unavailable');
  const booked = inTransaction(database, () => {
    if (findTransfer(database, request.partnerReferenceNo)) throw new SnapError('duplicate_partner_reference');
    const account = getOpenAccount(bank, request.beneficiaryBankCode, request.beneficiaryAccountNo);
    if (execution.refusal === 'do_not_honor') throw new SnapError('do_not_honor');
    if (execution.refusal === 'cut_off' || (switches.transfer_hours && !isOpen(service, clock())))
      throw new SnapError('feature_not_allowed', 'cut-off time');
    return insertTransfer(
      database,
      {
        partner_reference_no: request.partnerReferenceNo,
        service,
        bank_code: account.bank_code,
        account_no: account.account_no,
        account_name: account.name,
        amount: fromSnapValue(request.amount.value),
        first_state: execution.first_state,
        ending: execution.ending,
        settles_at:
          clock().getTime() + (execution.is_later ? (execution.ends_after_ms ?? switches.transfer_settle_ms) : 0),
      },
      clock(),
    );
  });
  const delay_ms = execution.answer === 'slow' ? SLOW_RESPONSE_MS : switches.transfer_answer_delay_ms;
  if (delay_ms > 0) await wait(delay_ms, undefined, { signal: bank.stopping }).catch(() => undefined);
  if (execution.answer === 'time_out') throw new SnapError('timeout');
  if (execution.answer === 'duplicate') throw new SnapError('duplicate_partner_reference');
  if (execution.is_later && execution.first_state === 'pending') throw new SnapError('in_progress');
  return booked;
}

/** Hours of SKN and RTGS on working days, in WIB (domain 4.4). The other services are always open. */
const HOURS: Partial<Record<TransferService, readonly [opens: string, closes: string]>> = {
  '22': ['06:30', '14:00'],
  '23': ['06:30', '16:30'],
};

/** Whether a service executes transfers at an instant. */
function isOpen(service: TransferService, at: Date): boolean {
  const hours = HOURS[service];
  if (hours === undefined) return true;
  const local = toLocalTime(at, TIME_ZONE);
  const [weekday, time] = [new Date(`${local}Z`).getUTCDay(), local.slice(11, 16)];
  return weekday !== 0 && weekday !== 6 && time >= hours[0] && time < hours[1];
}

/** The switch for transfers to all accounts. */
function toExecution(outcome: Switches['transfer_outcome']): Execution {
  const executed = EXECUTION_BY_OUTCOME.success;
  switch (outcome) {
    case 'success':
      return executed;
    case 'refused':
      return { ...executed, refusal: 'do_not_honor' };
    case 'lost':
      return { ...executed, refusal: 'unavailable' };
    case 'time_out':
      return { ...executed, answer: 'time_out' };
    case 'later_success':
      return { ...executed, is_later: true };
    case 'later_failed':
      return { ...executed, is_later: true, ending: 'failed' };
    case 'later_returned':
      return { ...executed, is_later: true, ending: 'returned' };
  }
}
