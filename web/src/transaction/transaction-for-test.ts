/** Transactions for tests. */
import type { Transaction } from '@dasbor/contract/transaction';
import type { TransactionDetail } from './fee-words.ts';

/** `txn_` and 26 characters that end in `n`. */
export const idOfSample = (n: number): string => `txn_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`;

/** A successful payment of Rp 100.000, number `n`, created `n` minutes before seven o'clock UTC. */
export const sampleTransaction = (n: number, part: Partial<Transaction> = {}): Transaction => ({
  id: idOfSample(n),
  created_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  merchant_reference: `ORDER-${n}`,
  customer_name: 'Siti Rahmawati',
  customer_email: 'siti@contoh.example',
  customer_phone: null,
  method: 'qris',
  channel_code: null,
  amount: 100_000,
  tip_amount: 0,
  currency: 'IDR',
  fee_amount: 700,
  fee_vat_amount: 77,
  net_amount: 99_223,
  status: 'success',
  settlement_status: 'unsettled',
  settlement_date: null,
  refund_status: 'none',
  refunded_amount: 0,
  source: 'dashboard',
  description: null,
  issuer: 'BCA',
  payer_name: null,
  approval_code: null,
  rrn: '612345678901',
  provider_reference: 'BNK-1',
  failure_code: null,
  failure_message: null,
  late_payment: false,
  duplicate_payment: false,
  qris_payment_id: null,
  virtual_account_id: null,
  va_number: null,
  payment_link_id: null,
  expires_at: null,
  paid_at: '2026-11-21T07:00:00.000Z',
  updated_at: '2026-11-21T07:00:00.000Z',
  ...part,
});

/** The same as the detail route answers it. */
export const sampleDetail = (n: number, part: Partial<TransactionDetail> = {}): TransactionDetail => ({
  ...sampleTransaction(n),
  fee_rule: {
    id: 'fee_01kaj6x7v3q2m8n4p5r6s7t8w9',
    name: 'QRIS medium business',
    rate_bps: 70,
    flat_amount: 0,
    fee_min: null,
    fee_max: null,
    vat_rate_bps: 1_200,
    vat_base_numerator: 11,
    vat_base_denominator: 12,
    effective_from: '2025-01-01',
    version: 1,
  },
  events: [
    {
      seq: 1,
      at: '2026-11-21T06:59:00.000Z',
      from_status: null,
      to_status: 'created',
      actor_type: 'user',
      actor_name: 'Sari Wulandari',
      reason: null,
    },
    {
      seq: 2,
      at: '2026-11-21T07:00:00.000Z',
      from_status: 'pending',
      to_status: 'success',
      actor_type: 'provider',
      actor_name: 'Bank Pasir',
      reason: 'Payment notification',
    },
  ],
  rail_log: [
    {
      id: 'rlg_1',
      at: '2026-11-21T07:00:00.000Z',
      direction: 'in',
      endpoint: '/snap/v1.0/qr/qr-mpm-notify',
      http_status: 200,
      response_code: '2005200',
      latency_ms: 9,
      request: { originalReferenceNo: 'BNK-1' },
      response: { responseCode: '2005200' },
    },
  ],
  ...part,
});
