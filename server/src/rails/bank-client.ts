/** The SNAP BI services that we call at the bank. */
import { type QrServices, buildQrServices } from './bank-qr.ts';
import { type RefundServices, buildRefundServices } from './bank-refund.ts';
import { type SourceAccount, type TransferServices, buildTransferServices } from './bank-transfer.ts';
import { type VaServices, buildVaServices } from './bank-va.ts';
import { type SnapClientOptions, createSnapClient } from './snap-client.ts';

export type BankClient = QrServices & VaServices & TransferServices & RefundServices;

/** `source`: the account that transfers are debited from. */
export function createBankClient(options: SnapClientOptions, source: SourceAccount): BankClient {
  const call = createSnapClient(options);
  return {
    ...buildQrServices(call),
    ...buildVaServices(call),
    ...buildTransferServices(call, source),
    ...buildRefundServices(call),
  };
}
