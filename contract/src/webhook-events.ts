/** Catalogue of webhook events (domain 1.13): their types, groups and names in both languages. */
import { type Language, type Localized, localized } from './language.ts';

/** Version of the payloads. A change that breaks a receiver gets a new version. */
export const WEBHOOK_API_VERSION = '2026-11-01';

const TYPES = {
  'payment.created': localized('Payment created', 'Pembayaran dibuat'),
  'payment.success': localized('Payment successful', 'Pembayaran berhasil'),
  'payment.failed': localized('Payment failed', 'Pembayaran gagal'),
  'payment.expired': localized('Payment expired', 'Pembayaran kedaluwarsa'),
  'payment.cancelled': localized('Payment cancelled', 'Pembayaran dibatalkan'),
  'payment.late': localized('Payment received late', 'Pembayaran diterima terlambat'),
  'refund.created': localized('Refund created', 'Pengembalian dana dibuat'),
  'refund.succeeded': localized('Refund successful', 'Pengembalian dana berhasil'),
  'refund.failed': localized('Refund failed', 'Pengembalian dana gagal'),
  'va.created': localized('Virtual account created', 'Virtual account dibuat'),
  'va.paid': localized('Virtual account paid', 'Virtual account dibayar'),
  'va.expired': localized('Virtual account expired', 'Virtual account kedaluwarsa'),
  'va.updated': localized('Virtual account updated', 'Virtual account diperbarui'),
  'qris.created': localized('QR code created', 'Kode QR dibuat'),
  'qris.paid': localized('QR code paid', 'Kode QR dibayar'),
  'qris.expired': localized('QR code expired', 'Kode QR kedaluwarsa'),
  'payment_link.created': localized('Payment link created', 'Tautan pembayaran dibuat'),
  'payment_link.paid': localized('Payment link paid', 'Tautan pembayaran dibayar'),
  'payment_link.expired': localized('Payment link expired', 'Tautan pembayaran kedaluwarsa'),
  'payment_link.completed': localized('Payment link completed', 'Tautan pembayaran selesai'),
  'settlement.closed': localized('Settlement closed', 'Settlement ditutup'),
  'settlement.paid': localized('Settlement paid', 'Settlement dicairkan'),
  'settlement.failed': localized('Settlement failed', 'Settlement gagal'),
  'settlement.returned': localized('Settlement returned', 'Settlement dikembalikan'),
  'deposit.received': localized('Deposit received', 'Deposit diterima'),
  'deposit.credited': localized('Deposit credited', 'Deposit dikreditkan'),
  'disbursement.pending_approval': localized('Disbursement awaits approval', 'Disbursement menunggu persetujuan'),
  'disbursement.approved': localized('Disbursement approved', 'Disbursement disetujui'),
  'disbursement.rejected': localized('Disbursement rejected', 'Disbursement ditolak'),
  'disbursement.processing': localized('Disbursement sent to the bank', 'Disbursement dikirim ke bank'),
  'disbursement.success': localized('Disbursement successful', 'Disbursement berhasil'),
  'disbursement.failed': localized('Disbursement failed', 'Disbursement gagal'),
  'disbursement.reversed': localized('Disbursement returned by the bank', 'Disbursement dikembalikan bank'),
  'disbursement_batch.completed': localized('Disbursement batch completed', 'Batch disbursement selesai'),
  'balance.low': localized('Payout balance low', 'Saldo pencairan rendah'),
  'merchant.kyb_approved': localized('Business verification approved', 'Verifikasi bisnis disetujui'),
  'merchant.kyb_rejected': localized('Business verification rejected', 'Verifikasi bisnis ditolak'),
  'report.ready': localized('Report ready', 'Laporan siap'),
} as const satisfies Record<string, Localized>;

export type WebhookEventType = keyof typeof TYPES;

export const WEBHOOK_EVENT_TYPES = Object.keys(TYPES) as [WebhookEventType, ...WebhookEventType[]];

const GROUPS = {
  payment: localized('Payments', 'Pembayaran'),
  refund: localized('Refunds', 'Pengembalian dana'),
  va: localized('Virtual accounts', 'Virtual account'),
  qris: localized('QRIS', 'QRIS'),
  payment_link: localized('Payment links', 'Tautan pembayaran'),
  settlement: localized('Settlements', 'Settlement'),
  deposit: localized('Deposits', 'Deposit'),
  disbursement: localized('Disbursements', 'Disbursement'),
  disbursement_batch: localized('Disbursement batches', 'Batch disbursement'),
  balance: localized('Balance', 'Saldo'),
  merchant: localized('Business verification', 'Verifikasi bisnis'),
  report: localized('Reports', 'Laporan'),
} as const satisfies Record<string, Localized>;

export type WebhookEventGroup = keyof typeof GROUPS;

export const WEBHOOK_EVENT_GROUPS = Object.keys(GROUPS) as [WebhookEventGroup, ...WebhookEventGroup[]];

/** Subscription of an endpoint: all events, a group, or one type. */
export const WEBHOOK_SUBSCRIPTIONS = [
  '*',
  ...WEBHOOK_EVENT_GROUPS.map((group) => `${group}.*` as const),
  ...WEBHOOK_EVENT_TYPES,
] as [WebhookSubscription, ...WebhookSubscription[]];
export type WebhookSubscription = '*' | `${WebhookEventGroup}.*` | WebhookEventType;

export const getWebhookEventGroup = (type: WebhookEventType): WebhookEventGroup =>
  type.slice(0, type.indexOf('.')) as WebhookEventGroup;

/** The event types of a group, in the order of the catalogue. */
export const listWebhookEventTypes = (group: WebhookEventGroup): WebhookEventType[] =>
  WEBHOOK_EVENT_TYPES.filter((type) => getWebhookEventGroup(type) === group);

/** Whether one of the subscriptions includes events of a type. */
export const isSubscribed = (subscriptions: readonly string[], type: WebhookEventType): boolean =>
  subscriptions.some((each) => each === '*' || each === type || each === `${getWebhookEventGroup(type)}.*`);

/** The event types that subscriptions include. */
export const expandSubscriptions = (subscriptions: readonly string[]): WebhookEventType[] =>
  WEBHOOK_EVENT_TYPES.filter((type) => isSubscribed(subscriptions, type));

/** The shortest subscriptions for a choice of types: `*`, whole groups, then single types. */
export function compactSubscriptions(types: readonly WebhookEventType[]): WebhookSubscription[] {
  if (WEBHOOK_EVENT_TYPES.every((type) => types.includes(type))) return ['*'];
  return WEBHOOK_EVENT_GROUPS.flatMap((group): WebhookSubscription[] => {
    const of_group = listWebhookEventTypes(group);
    const chosen = of_group.filter((type) => types.includes(type));
    return chosen.length === of_group.length ? [`${group}.*`] : chosen;
  });
}

export const webhookEventTypeLabel = (type: WebhookEventType, language: Language): string => TYPES[type][language];
export const webhookEventGroupLabel = (group: WebhookEventGroup, language: Language): string => GROUPS[group][language];
