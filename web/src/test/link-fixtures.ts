/** Test fixtures of payment links. */
import type { LinkEvent, PaymentLink } from '@dasbor/contract/payment-link-terms';
import type { LinkDetail } from '../payment-link/link-detail.ts';

/** A whole minute, as the form shows it; a link lives for half a year at most. */
export const TOMORROW = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 86_400_000);

export const buildPaymentLinkId = (n: number): string => `pl_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`;

/** An active single-use link of Rp 150.000, number `n`. */
export const buildPaymentLink = (n: number, part: Partial<PaymentLink> = {}): PaymentLink => ({
  id: buildPaymentLinkId(n),
  slug: `kopi-gayo-${n}abcdefghijkl`,
  url: `https://dasbor.example/pay/kopi-gayo-${n}abcdefghijkl`,
  type: 'single_use',
  title: `Kopi Gayo ${n}`,
  description: null,
  amount: 150_000,
  min_amount: null,
  max_amount: null,
  items: [],
  merchant_reference: `ORDER-${n}`,
  customer: { name: 'Siti Rahmawati', email: 'siti@contoh.example', phone: null },
  collect_fields: [],
  channels: ['QRIS', 'BCA'],
  fee_bearer: 'merchant',
  usage_limit: null,
  starts_at: null,
  expires_at: TOMORROW.toISOString(),
  success_redirect_url: null,
  failure_redirect_url: null,
  notify: { email: false, whatsapp: false },
  reminders: [],
  language: 'id',
  metadata: null,
  status: 'active',
  paid_count: 0,
  collected_amount: 0,
  created_by: 'usr_1',
  created_by_name: 'Sari Wulandari',
  created_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  updated_at: '2026-11-21T07:00:00.000Z',
  ...part,
});

const buildLinkEvent = (n: number, part: Partial<LinkEvent> = {}): LinkEvent => ({
  id: `ple_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`,
  at: '2026-11-21T07:00:00.000Z',
  kind: 'created',
  channel: null,
  actor_type: 'user',
  actor_name: 'Sari Wulandari',
  detail: null,
  ...part,
});

/** The link as its own screen reads it: seen four times, shared by email. */
export const buildPaymentLinkDetail = (part: Partial<LinkDetail> = {}): LinkDetail => ({
  ...buildPaymentLink(1),
  payability: 'payable',
  views: 4,
  attempts: 2,
  conversion_bps: 0,
  timeline: [buildLinkEvent(1)],
  shares: [
    {
      ...buildLinkEvent(2, { kind: 'shared', channel: 'email' }),
      recipient: 'siti@contoh.example',
      email_status: 'sent',
    },
  ],
  ...part,
});
