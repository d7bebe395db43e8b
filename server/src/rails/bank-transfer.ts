/** Accounts and transfers at the bank (services 16, 17, 18 and 36). */
import { SNAP_SERVICES } from '@dasbor/contract/snap';
import {
  type AccountInquiryResponse,
  type AccountInquiryRequest,
  type TransferInterbankResponse,
  type TransferInterbankRequest,
  type TransferIntrabankResponse,
  type TransferService,
  type TransferStatusResponse,
  accountInquiryResponse,
  transferInterbankResponse,
  transferIntrabankResponse,
  transferStatusResponse,
} from '@dasbor/contract/snap-transfer';
import type { BankOutcome, SnapClient } from './snap-client.ts';

/** A transfer to any bank; which service carries it follows from the banks. */
export type TransferOrder = Omit<TransferInterbankRequest, 'sourceAccountNo'>;

/** The provider's own account at the bank that is called, from which transfers are paid. */
export interface SourceAccount {
  bank_code: string;
  account_no: string;
}

export interface TransferServices {
  /** Asks for the name behind an account. */
  inquireAccount(request: AccountInquiryRequest): Promise<BankOutcome<AccountInquiryResponse>>;
  /** The service that carries a transfer to a bank: within the provider's own bank, or to another. */
  getTransferService(bank_code: string): TransferService;
  /**
   * Sends money. After an answer that nobody can rely on (`unreachable`), it must not be called again before
   * `queryTransfer` has said that the bank knows nothing of it.
   */
  transfer(order: TransferOrder): Promise<BankOutcome<TransferInterbankResponse | TransferIntrabankResponse>>;
  /** Asks how a transfer stands. */
  queryTransfer(partner_reference_no: string, service: TransferService): Promise<BankOutcome<TransferStatusResponse>>;
}

export function buildTransferServices(call: SnapClient, source: SourceAccount): TransferServices {
  const isOwnBank = (bank_code: string): boolean => bank_code === source.bank_code;
  return {
    inquireAccount: (request) => call('account_inquiry_external', request, accountInquiryResponse),
    getTransferService: (bank_code) =>
      isOwnBank(bank_code) ? SNAP_SERVICES.transfer_intrabank : SNAP_SERVICES.transfer_interbank,
    transfer: ({ beneficiaryBankCode, beneficiaryAccountName, ...order }) => {
      const common = { ...order, sourceAccountNo: source.account_no };
      if (isOwnBank(beneficiaryBankCode)) return call('transfer_intrabank', common, transferIntrabankResponse);
      const request = { ...common, beneficiaryBankCode, beneficiaryAccountName };
      return call('transfer_interbank', request, transferInterbankResponse);
    },
    queryTransfer: (originalPartnerReferenceNo, serviceCode) =>
      call('transfer_status', { originalPartnerReferenceNo, serviceCode }, transferStatusResponse),
  };
}
