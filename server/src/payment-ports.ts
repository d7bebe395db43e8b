/** How payments of each method are created, synced and cancelled: wired here, because other features implement it. */
import type { PaymentMethods } from './pay/start-attempt.ts';
import { cancelQrisPayment } from './qris-payment/cancel.ts';
import { createUnissuedQrisPayment } from './qris-payment/create.ts';
import { issueQrisPayment } from './qris-payment/issue.ts';
import { syncQrisPayment } from './qris-payment/sync.ts';
import type { MethodPorts } from './transaction/handlers.ts';
import { cancelVaPayment } from './virtual-account/change.ts';
import { createUnissuedVa } from './virtual-account/create.ts';
import { issueVirtualAccount } from './virtual-account/issue.ts';
import { syncVa } from './virtual-account/sync.ts';

/** How payments of each method are synced with the bank and cancelled there. */
export const METHODS: MethodPorts = {
  qris: { syncStatus: syncQrisPayment, cancel: cancelQrisPayment },
  virtual_account: { syncStatus: syncVa, cancel: cancelVaPayment },
};

/** How the pay page creates QR codes and virtual accounts and syncs their status with the bank. */
export const PAY_WAYS: PaymentMethods = {
  qris: { create: createUnissuedQrisPayment, issue: issueQrisPayment, sync: syncQrisPayment },
  virtual_account: { create: createUnissuedVa, issue: issueVirtualAccount, sync: syncVa },
};
