/** Test fixture: webhook events of a merchant, with one delivery, with two of different status, and without any. */
import { newId } from '../src/db/new-id.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import type { InsertRow } from './disbursement-rows.ts';
import type { TestApp } from './test-app.ts';

const { merchant_id } = KOPI_NUSANTARA;
const MINUTE_MS = 60_000;

/** `texts`: ids of the objects, each of one event. */
export async function insertWebhookEvents(t: TestApp, insertRow: InsertRow, texts: readonly string[]): Promise<void> {
  const now = t.clock.now();
  const endpoint_id = newId('webhook_endpoint', now);
  await insertRow('webhook_endpoint', {
    merchant_id,
    id: endpoint_id,
    url: 'https://shop.example/hook',
    events: ['*'],
    api_version: '2026-11-01',
    secret_sealed: 'sealed',
    status: 'active',
    created_by: 'Sari',
    created_at: now,
    updated_at: now,
  });
  for (const [n, object_id] of texts.entries()) {
    const created_at = new Date(now.getTime() - Math.floor(n / 2) * MINUTE_MS);
    const id = newId('webhook_event', created_at);
    await insertRow('webhook_event', {
      merchant_id,
      id,
      event_key: `key-${n}`,
      type: 'payment.success',
      object_id,
      sequence: 1,
      api_version: '2026-11-01',
      data: '{}',
      created_at,
      dispatched_at: created_at,
    });
    if (n % 3 === 2) continue;
    const status = n % 3 === 0 ? 'delivered' : 'failed';
    await insertRow('webhook_delivery', { merchant_id, endpoint_id, event_id: id, status, created_at });
  }
}
