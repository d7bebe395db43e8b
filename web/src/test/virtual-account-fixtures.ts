/** Test fixtures of virtual accounts. */
import type { VaPayment, VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import type { VaDetail } from '../virtual-account/use-live-va.ts';

const buildId = (prefix: string, n: number): string => `${prefix}_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`;
export const buildVaId = (n: number): string => buildId('va', n);

/** An active single-use number at BCA for exactly Rp 325.000, number `n`. */
export const buildVa = (n: number, part: Partial<VirtualAccount> = {}): VirtualAccount => ({
  id: buildVaId(n),
  created_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  va_number: `3902510001${String(n).padStart(8, '0')}`,
  bank: 'BCA',
  holder_name: 'KOPI NUSANTARA',
  type: 'single',
  amount_type: 'closed',
  expected_amount: 325_000,
  amount_min: null,
  amount_max: null,
  paid_amount: 0,
  payments_count: 0,
  mismatches_count: 0,
  last_paid_at: null,
  merchant_reference: `ORDER-${n}`,
  description: null,
  customer_name: 'Siti Rahmawati',
  customer_email: 'siti@contoh.example',
  customer_phone: null,
  status: 'active',
  expires_at: '2036-11-22T07:00:00.000Z',
  transaction_id: buildId('txn', n),
  payment_link_id: null,
  metadata: null,
  updated_at: '2026-11-21T07:00:00.000Z',
  ...part,
});

export const buildVaPayment = (n: number, part: Partial<VaPayment> = {}): VaPayment => ({
  id: buildId('vap', n),
  paid_at: '2026-11-21T07:05:00.000Z',
  received_at: '2026-11-21T07:05:01.000Z',
  amount: 325_000,
  match: 'ok',
  detail: null,
  sender_name: 'SITI RAHMAWATI',
  sender_bank: 'BCA',
  payment_request_id: `VP2026112100${n}`,
  trx_id: 'TRX-1',
  reference_no: null,
  transaction_id: buildId('txn', n),
  ...part,
});

/** The number as its own screen reads it. */
export const buildVaDetail = (part: Partial<VaDetail> = {}): VaDetail => ({
  ...buildVa(1),
  payments: [],
  inquiries: [],
  events: [
    {
      seq: 1,
      at: '2026-11-21T06:59:00.000Z',
      from_status: null,
      to_status: 'pending',
      actor_type: 'user',
      actor_name: 'Sari Wulandari',
      kind: 'created',
      reason: null,
    },
  ],
  rail_log: [],
  simulator_url: null,
  ...part,
});
