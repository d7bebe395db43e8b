/** The data of test events: they have the fields of real ones, and ids that belong to no object. */
import { ID_PREFIXES, type IdType } from '@dasbor/contract/id';
import { type WebhookEventType, getWebhookEventGroup } from '@dasbor/contract/webhook-events';
import { WEBHOOK_SOURCES } from '../db/webhook-sources.ts';

const ID_TYPES: Partial<Record<ReturnType<typeof getWebhookEventGroup>, IdType>> = {
  payment: 'transaction',
  refund: 'refund',
  va: 'virtual_account',
  qris: 'qris_payment',
  payment_link: 'payment_link',
  settlement: 'settlement_batch',
  deposit: 'deposit',
  disbursement: 'disbursement',
  disbursement_batch: 'disbursement_batch',
  report: 'report_run',
};

const SAMPLE_ID = '0'.repeat(26);
const STATUS: Partial<Record<string, string>> = {
  created: 'pending',
  late: 'success',
  completed: 'completed',
  ready: 'delivered',
};

export function buildSampleData(type: WebhookEventType, at: Date): Record<string, unknown> {
  const group = getWebhookEventGroup(type);
  const id_type = ID_TYPES[group];
  const prefix = id_type === undefined ? null : ID_PREFIXES[id_type];
  const source = prefix === null ? undefined : WEBHOOK_SOURCES[prefix];
  const verb = type.slice(group.length + 1);
  if (group === 'merchant') {
    const verification_status = verb === 'kyb_approved' ? 'approved' : 'rejected';
    const reason = verification_status === 'rejected' ? 'The document has expired.' : null;
    return { object: 'merchant', id: `mer_${SAMPLE_ID}`, status: 'active', verification_status, reason };
  }
  if (source === undefined) return { object: group, balance: 250_000, threshold: 1_000_000 };
  const known: Record<string, unknown> = {
    id: `${prefix}_${SAMPLE_ID}`,
    status: STATUS[verb] ?? verb,
    currency: 'IDR',
    amount: 50_000,
    net_amount: 49_650,
    fee_amount: 315,
    fee_vat_amount: 35,
    method: 'qris',
    merchant_reference: 'TEST-1',
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
    paid_at: verb === 'created' ? null : at.toISOString(),
  };
  return { object: source.object, ...Object.fromEntries(source.columns.map((name) => [name, known[name] ?? null])) };
}
