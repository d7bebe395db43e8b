/** Simulation endpoints for accounts, transfers, refunds and reversals. */
import { localized } from '@dasbor/contract/language';
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BankContext } from './bank.ts';
import { insertCallbacks } from './callback.ts';
import { inTransaction } from './database.ts';
import { SimulationError } from './payment.ts';
import { findCode } from './qr-code.ts';
import { buildQrNotification } from './qr-notification.ts';
import { findQrPayment } from './qr-payment.ts';
import { behaviourRequest, listBehaviours, setBehaviour } from './transfer-behaviour.ts';
import { findVa, findVaPayment } from './va-queries.ts';
import { buildPaymentRequest } from './va-requests.ts';
import {
  account,
  findTransfer,
  listAccounts,
  listPayments,
  listQrRefunds,
  listTransfers,
  insertReversal,
  upsertAccount,
  sumRefunds,
  returnTransfer,
  toTransferStatus,
} from './transfer-queries.ts';

const LIST_LIMIT = 50;
/** Transfers are read by long checks, too. */
const TRANSFERS_LIMIT = 1_000;

const UNKNOWN_TRANSFER = localized('No completed transfer found.', 'Transfer yang selesai tidak ditemukan.');
const UNKNOWN_PAYMENT = localized('Payment not found.', 'Pembayaran tidak ditemukan.');
const ALREADY_REFUNDED = localized(
  'This payment has been refunded and cannot be reversed.',
  'Dana pembayaran ini telah dikembalikan sehingga tidak dapat dibalik.',
);
const ALREADY_REVERSED = localized('This payment has already been reversed.', 'Pembayaran ini sudah dibalik.');

const reverseVaRequest = z.strictObject({
  payment_request_id: z.string().max(64).describe("The bank's reference of the payment"),
});

const reverseRequest = z.strictObject({
  reference_no: z.string().max(64).describe("The bank's reference of the payment"),
  status: z
    .enum([SNAP_STATUSES.refunded, SNAP_STATUSES.cancelled])
    .default(SNAP_STATUSES.cancelled)
    .describe('04 refunded or 05 cancelled'),
});

const returnRequest = z.strictObject({ partner_reference_no: z.string().min(1).max(64) });

export function registerTransferSimulation(app: FastifyInstance, bank: BankContext): void {
  const { database, clock } = bank;
  app.get('/simulate/accounts', async () => ({ data: listAccounts(database) }));
  app.put('/simulate/accounts', async (request) => {
    upsertAccount(database, account.parse(request.body));
    return { data: listAccounts(database) };
  });

  app.get('/simulate/transfers', async () => ({
    data: listTransfers(database, TRANSFERS_LIMIT).map(({ created_at, settles_at, ...rest }) => ({
      ...rest,
      state: toTransferStatus({ created_at, settles_at, ...rest }, clock()),
      created_at: toIsoTime(created_at),
      settles_at: toIsoTime(settles_at),
    })),
  }));

  app.get('/simulate/transfer/behaviour', async () => ({ data: listBehaviours(database) }));
  app.post('/simulate/transfer/behaviour', async (request) => {
    const { account_no, outcome } = behaviourRequest.parse(request.body);
    setBehaviour(database, account_no, outcome);
    return { data: listBehaviours(database) };
  });

  app.post('/simulate/transfers/return', async (request) => {
    const { partner_reference_no } = returnRequest.parse(request.body);
    if (!returnTransfer(database, partner_reference_no)) {
      throw new SimulationError(404, 'unknown_transfer', UNKNOWN_TRANSFER);
    }
    return { data: findTransfer(database, partner_reference_no) };
  });

  app.get('/simulate/payments', async () => ({
    data: listPayments(database, LIST_LIMIT).map(({ paid_at, reversed_at, ...rest }) => ({
      ...rest,
      paid_at: toIsoTime(paid_at),
      reversed_at: reversed_at === null ? null : toIsoTime(reversed_at),
    })),
  }));

  app.get('/simulate/refunds', async () => ({
    data: listQrRefunds(database, LIST_LIMIT).map(({ created_at, ...rest }) => ({
      ...rest,
      created_at: toIsoTime(created_at),
    })),
  }));

  registerReversals(app, bank);
}

/** Reversals of successful payments. */
function registerReversals(app: FastifyInstance, bank: BankContext): void {
  const { database, clock, delivery } = bank;
  app.post('/simulate/qris/reverse', async (request) => {
    const { reference_no, status } = reverseRequest.parse(request.body);
    const payment = findQrPayment(database, reference_no);
    const code = payment && findCode(database, 'reference_no', payment.code_reference_no);
    if (!payment || !code) throw new SimulationError(404, 'unknown_payment', UNKNOWN_PAYMENT);
    if (sumRefunds(database, reference_no) > 0) {
      throw new SimulationError(409, 'already_refunded', ALREADY_REFUNDED);
    }
    const at = clock().getTime();
    inTransaction(database, () => {
      assertNotReversed(bank, reference_no);
      insertCallbacks(database, {
        call: 'qr_mpm_notify',
        body: {
          ...buildQrNotification(code, payment),
          latestTransactionStatus: status,
          transactionStatusDesc: 'Reversed by the issuer',
        },
        reference_no,
        partner_reference_no: code.partner_reference_no,
        paid_amount: payment.paid_amount,
        copies: 1,
        lost: false,
        created_at: at,
        next_attempt_at: at,
      });
    });
    delivery.schedule();
    return { reference_no, status };
  });

  app.post('/simulate/va/reverse', async (request) => {
    const { payment_request_id } = reverseVaRequest.parse(request.body);
    inTransaction(database, () => reverseVa(bank, payment_request_id));
    delivery.schedule();
    return { payment_request_id, status: SNAP_STATUSES.cancelled };
  });
}

function assertNotReversed({ database, clock }: BankContext, reference_no: string): void {
  if (insertReversal(database, reference_no, clock())) return;
  throw new SimulationError(409, 'already_reversed', ALREADY_REVERSED);
}

function reverseVa(bank: BankContext, payment_request_id: string): void {
  const { database, clock } = bank;
  const payment = findVaPayment(database, payment_request_id);
  const va = payment && findVa(database, payment.trx_id);
  if (!payment || !va) throw new SimulationError(404, 'unknown_payment', UNKNOWN_PAYMENT);
  assertNotReversed(bank, payment_request_id);
  const at = clock().getTime();
  insertCallbacks(database, {
    call: 'va_payment',
    body: { ...buildPaymentRequest(va, payment), latestTransactionStatus: SNAP_STATUSES.cancelled },
    reference_no: payment_request_id,
    partner_reference_no: va.trx_id,
    paid_amount: payment.paid_amount,
    copies: 1,
    lost: false,
    created_at: at,
    next_attempt_at: at,
  });
}

const toIsoTime = (at_ms: number): string => new Date(at_ms).toISOString();
