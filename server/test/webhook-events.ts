/**
 * Which test file causes which webhook events by flows of the product. Together they are the whole catalogue, so an event
 * type that nothing causes does not compile.
 */
import type { WebhookEventType } from '@dasbor/contract/webhook-events';
import { WEBHOOK_API_VERSION } from '@dasbor/contract/webhook-events';
import pg from 'pg';
import { newId } from '../src/db/new-id.ts';
import { type StoredEvent, buildWebhookBody } from '../src/webhook/payload.ts';
import type { TestApp } from './test-app.ts';

const BODY_MAX_BYTES = 20_000;

const CAUSED_BY = {
  'payment.created': 'virtual-account',
  'payment.success': 'virtual-account',
  'payment.failed': 'virtual-account',
  'payment.expired': 'virtual-account',
  'payment.cancelled': 'virtual-account',
  'payment.late': 'virtual-account',
  'refund.created': 'refund',
  'refund.succeeded': 'refund',
  'refund.failed': 'refund',
  'va.created': 'virtual-account',
  'va.paid': 'virtual-account',
  'va.expired': 'virtual-account',
  'va.updated': 'virtual-account',
  'qris.created': 'qris-payment',
  'qris.paid': 'qris-payment',
  'qris.expired': 'qris-payment',
  'payment_link.created': 'payment-link',
  'payment_link.paid': 'payment-link',
  'payment_link.expired': 'payment-link',
  'payment_link.completed': 'payment-link',
  'settlement.closed': 'settlement',
  'settlement.paid': 'settlement',
  'settlement.failed': 'settlement payout',
  'settlement.returned': 'settlement payout',
  'deposit.received': 'deposit-va',
  'deposit.credited': 'deposit-va',
  'disbursement.pending_approval': 'disbursement',
  'disbursement.approved': 'disbursement',
  'disbursement.rejected': 'disbursement',
  'disbursement.processing': 'disbursement',
  'disbursement.success': 'disbursement',
  'disbursement.failed': 'disbursement',
  'disbursement.reversed': 'disbursement',
  'disbursement_batch.completed': 'disbursement-batch',
  'balance.low': 'payout-balance',
  'merchant.kyb_approved': 'verification',
  'merchant.kyb_rejected': 'verification',
  'report.ready': 'report',
} as const satisfies Record<WebhookEventType, string>;

/** Gives every merchant an endpoint before its first flow, so that events are recorded; nothing is sent in these tests. */
export async function recordWebhooks({ database, clock }: TestApp): Promise<void> {
  await query(
    database.owner_url,
    `insert into app.webhook_endpoint (merchant_id, id, url, events, api_version, secret_sealed, status, created_by,
       created_at, updated_at)
     select merchant_id, $1, 'https://shop.example.com/hooks', '{*}', $2, 'sealed', 'active', 'Test', '2020-01-01',
       '2020-01-01' from app.merchant m
     where not exists (select from app.webhook_endpoint e where e.merchant_id = m.merchant_id)`,
    [newId('webhook_endpoint', clock.now()), WEBHOOK_API_VERSION],
  );
}

interface RecordedEvent extends StoredEvent {
  merchant_id: string;
  object_id: string | null;
}

/** What is wrong with the events that were caused: gaps of their numbers, size, and types of the feature that are missing. */
export async function listWebhookErrors(
  { database }: TestApp,
  feature?: (typeof CAUSED_BY)[WebhookEventType],
): Promise<string[]> {
  const events = await query<RecordedEvent>(
    database.owner_url,
    `select merchant_id, id, type, object_id, sequence, api_version, is_test, data, created_at::text
     from app.webhook_event order by merchant_id, object_id, sequence`,
  );
  const recorded = new Set(events.map(({ type }) => type));
  const missing = Object.entries(CAUSED_BY).filter(([type, by]) => by === feature && !recorded.has(type));
  const last = new Map<string, number>();
  const errors = missing.map(([type]) => `${type} never happened`);
  for (const event of events) {
    const object = `${event.merchant_id}.${event.object_id}`;
    const expected = (last.get(object) ?? 0) + 1;
    if (event.object_id !== null && event.sequence !== expected) {
      errors.push(`${event.type} of ${object} has the number ${event.sequence} instead of ${expected}`);
    }
    last.set(object, event.sequence);
    const bytes = Buffer.byteLength(buildWebhookBody(event));
    if (bytes >= BODY_MAX_BYTES) errors.push(`${event.type} of ${object} has ${bytes} bytes`);
    if (typeof event.data['object'] !== 'string') errors.push(`${event.type} of ${object} does not name its object`);
  }
  return errors;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
