/** The lists of webhook endpoints and events as files. */
import {
  type WebhookEndpoint,
  type WebhookEvent,
  webhookDelivery,
  webhookEndpoint,
  webhookEvent,
} from '@dasbor/contract/webhook-fields';
import { createHeaderFormat } from '../db/csv-cells.ts';
import type { Cursor } from '../http/keyset-page.ts';
import type { RowFile } from '../http/row-table.ts';

export const webhookFile: RowFile<keyof WebhookEndpoint> = {
  name: 'webhooks',
  shape: webhookEndpoint.shape,
  formatHeader: createHeaderFormat<keyof WebhookEndpoint>({
    id: 'ID',
    url: 'URL',
    snap_credential_id: 'ID kredensial SNAP',
    snap_service: 'Layanan SNAP',
    description: 'Deskripsi',
    events: 'Event',
    api_version: 'Versi API',
    notify_email: 'Email pemberitahuan',
    header_names: 'Header khusus',
    status: 'Status',
    disabled_reason: 'Alasan dinonaktifkan',
    failing_since: 'Gagal sejak',
    next_probe_at: 'Percobaan berikutnya',
    previous_secret_expires_at: 'Secret lama berlaku sampai',
    success_rate_24h: 'Tingkat keberhasilan 24 jam',
    waiting_count: 'Menunggu',
    last_delivery_at: 'Pengiriman terakhir',
    created_by: 'Dibuat oleh',
    created_at: 'Dibuat',
  }),
};

const { deliveries: _, created_at, ...event } = webhookEvent.shape;
const { status: delivery_status, endpoint_id, url, ...delivery } = webhookDelivery.shape;
const EVENT_SHAPE = { ...event, endpoint_id, url, delivery_status, ...delivery, created_at };
type EventField = keyof typeof EVENT_SHAPE;

export const webhookEventFile: RowFile<EventField> = {
  name: 'webhook-events',
  shape: EVENT_SHAPE,
  formatHeader: createHeaderFormat<EventField>({
    id: 'ID',
    type: 'Event',
    object_id: 'ID objek',
    sequence: 'Urutan',
    api_version: 'Versi API',
    is_test: 'Uji coba',
    status: 'Status',
    endpoint_id: 'ID endpoint',
    url: 'URL',
    delivery_status: 'Status pengiriman',
    attempts: 'Percobaan',
    last_http_status: 'Status HTTP terakhir',
    last_error: 'Kesalahan terakhir',
    last_latency_ms: 'Latensi terakhir (ms)',
    last_attempt_at: 'Percobaan terakhir',
    next_attempt_at: 'Percobaan berikutnya',
    delivered_at: 'Terkirim',
    created_at: 'Dibuat',
  }),
};

/** Events that a file reads at a time. */
const FILE_PAGE = 500;

/** An event and one of its deliveries, or the event alone. Page by page, so that no transaction stays open. */
export async function* readEventRows(read: (after: Cursor | null, limit: number) => Promise<WebhookEvent[]>) {
  let after: Cursor | null = null;
  for (;;) {
    const events: WebhookEvent[] = await read(after, FILE_PAGE);
    for (const { deliveries, ...row } of events) {
      if (deliveries.length === 0) yield row;
      for (const { status, ...rest } of deliveries) yield { ...row, ...rest, delivery_status: status };
    }
    const last = events[FILE_PAGE - 1];
    if (last === undefined) return;
    after = { at: last.created_at, id: last.id };
  }
}
