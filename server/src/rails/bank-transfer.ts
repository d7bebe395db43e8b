/** Account inquiries and transfers (services 16, 17, 18, 22, 23 and 36). */
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
import type { RailMessage } from './rail-message.ts';
import type { BankOutcome, SnapClient } from './snap-client.ts';

/** A transfer to any bank. Without a service, the beneficiary bank determines it. */
export type TransferRequest = Omit<TransferInterbankRequest, 'sourceAccountNo'> & {
  service?: TransferService;
  /** X-EXTERNAL-ID, the same when the transfer is sent again. */
  external_id?: string;
};

/** The provider's own account at the bank, which transfers are debited from. */
export interface SourceAccount {
  bank_code: string;
  account_no: string;
}

export interface TransferServices {
  /** Retrieves the holder name of an account. */
  inquireAccount(request: AccountInquiryRequest): Promise<BankOutcome<AccountInquiryResponse>>;
  /** Until when nothing is sent, because the bank does not respond; null: it is available. */
  findReopening(): Date | null;
  /** Queries a transfer that does not exist, so that any response shows that the bank is available; sent in any case. */
  probe(): Promise<RailMessage>;
  /** Whether a bank is the one where the provider's own account is. */
  isOwnBank(bank_code: string): boolean;
  /**
   * Sends money. After an `unreachable` outcome it must not be called again until `queryTransfer` confirms that the bank has
   * no such transfer.
   */
  transfer(transfer: TransferRequest): Promise<BankOutcome<TransferInterbankResponse | TransferIntrabankResponse>>;
  /** Retrieves the status of a transfer. */
  queryTransfer(partner_reference_no: string, service: TransferService): Promise<BankOutcome<TransferStatusResponse>>;
}

/** A reference of no transfer. */
const PROBE_REFERENCE = '0000000000000000PROBE';

export function buildTransferServices(call: SnapClient, source: SourceAccount): TransferServices {
  const isOwnBank = (bank_code: string): boolean => bank_code === source.bank_code;
  return {
    findReopening: () => call.findReopening(),
    probe: async () => {
      const body = { originalPartnerReferenceNo: PROBE_REFERENCE, serviceCode: SNAP_SERVICES.transfer_interbank };
      return (await call.probe('transfer_status', body, transferStatusResponse)).message;
    },
    isOwnBank,
    inquireAccount: (request) => call('account_inquiry_external', request, accountInquiryResponse),
    transfer: ({ beneficiaryBankCode, beneficiaryAccountName, service, external_id, ...transfer }) => {
      const common = { ...transfer, sourceAccountNo: source.account_no };
      const options = external_id === undefined ? {} : { external_id };
      if (isOwnBank(beneficiaryBankCode)) return call('transfer_intrabank', common, transferIntrabankResponse, options);
      const request = { ...common, beneficiaryBankCode, beneficiaryAccountName };
      if (service === SNAP_SERVICES.transfer_rtgs) {
        return call('transfer_rtgs', request, transferInterbankResponse, options);
      }
      if (service === SNAP_SERVICES.transfer_skn) {
        return call('transfer_skn', request, transferInterbankResponse, options);
      }
      return call('transfer_interbank', request, transferInterbankResponse, options);
    },
    queryTransfer: (originalPartnerReferenceNo, serviceCode) =>
      call('transfer_status', { originalPartnerReferenceNo, serviceCode }, transferStatusResponse),
  };
}
