/** Ports of each payment method: create, sync with the bank and cancel. */
import { createUnissuedQrisPayment } from './qris-payment/create.ts';
import { cancelQrisPayment } from './qris-payment/cancel.ts';
import { syncQrisPayment } from './qris-payment/sync.ts';
import { issueQrisPayment } from './qris-payment/issue.ts';
import { cancelVaPayment } from './virtual-account/change.ts';
import { createUnissuedVa } from './virtual-account/create.ts';
import { syncVa } from './virtual-account/sync.ts';
import { issueVirtualAccount } from './virtual-account/issue.ts';
import type { PaymentMethods } from './pay/start-attempt.ts';
import type { MethodPorts } from './transaction/handlers.ts';

/** Ports that sync payments of each method with the bank and cancel them there. */
export const METHOD_PORTS: MethodPorts = {
  qris: { syncStatus: syncQrisPayment, cancel: cancelQrisPayment },
  virtual_account: { syncStatus: syncVa, cancel: cancelVaPayment },
};

/** Ports by which the pay page creates QR codes and virtual accounts and syncs their status with the bank. */
export const PAYMENT_METHODS: PaymentMethods = {
  qris: { create: createUnissuedQrisPayment, issue: issueQrisPayment, sync: syncQrisPayment },
  virtual_account: { create: createUnissuedVa, issue: issueVirtualAccount, sync: syncVa },
};
