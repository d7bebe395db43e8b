/** The log of webhook events as a file. */
import type { listWebhookEvents } from '@dasbor/contract/webhook';
import { webhookDelivery, webhookEvent } from '@dasbor/contract/webhook-fields';
import { type Expression, sql } from 'kysely';
import { listFields } from '../db/columns.ts';
import { buildCsvCells, createHeaderFormat } from '../db/csv-cells.ts';
import type { ListFile } from '../http/list-file.ts';
import { STATUSES_BY_URGENCY, buildFilteredEvents } from './event-queries.ts';

const { deliveries: _, created_at, ...event } = webhookEvent.shape;
const { status: delivery_status, endpoint_id, url, ...delivery } = webhookDelivery.shape;
const SHAPE = { ...event, endpoint_id, url, delivery_status, ...delivery, created_at };
type Field = keyof typeof SHAPE;
const FIELDS = listFields(SHAPE);

/** Maximum number of rows in one file. */
const ROWS_MAX = 1_000_000;

const formatHeader = createHeaderFormat<Field>({
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
});

/** The most urgent status of the deliveries of an event. */
const buildStatus = (merchant_id: string) => sql<string>`coalesce((
  select s.status from app.webhook_delivery s
  where s.merchant_id = ${merchant_id} and s.event_id = webhook_event.id
  order by array_position(array[${sql.join(STATUSES_BY_URGENCY.map((status) => sql.lit(status)))}], s.status) limit 1), 'url_not_set')`;

const buildColumns = (merchant_id: string): Partial<Record<Field, Expression<unknown>>> => ({
  is_test: sql`webhook_event.is_test::text`,
  status: buildStatus(merchant_id),
  url: sql.ref('p.url'),
  delivery_status: sql.ref('d.status'),
});

/** An event and one of its deliveries, or the event alone. */
export const webhookEventFile: ListFile<typeof listWebhookEvents> = {
  name: 'webhook-events',
  columns: FIELDS,
  omits: { deliveries: 'each has a row with its own columns' },
  buildQuery: ({ query, language, time_zone, ...reader }) => {
    const { merchant_id } = reader;
    const columns = buildColumns(merchant_id);
    return buildFilteredEvents(reader, query)
      .leftJoin('webhook_delivery as d', (join) =>
        join.on('d.merchant_id', '=', merchant_id).onRef('d.event_id', '=', 'webhook_event.id'),
      )
      .leftJoin('webhook_endpoint as p', (join) =>
        join.on('p.merchant_id', '=', merchant_id).onRef('p.id', '=', 'd.endpoint_id'),
      )
      .select(() =>
        buildCsvCells({
          shape: SHAPE,
          names: FIELDS,
          getColumn: (field) =>
            columns[field] ??
            sql.ref(field in event || field === 'created_at' ? `webhook_event.${field}` : `d.${field}`),
          formatHeader: (field) => formatHeader(field, language),
          time_zone,
        }),
      )
      .orderBy('webhook_event.created_at', 'desc')
      .orderBy('webhook_event.id', 'desc')
      .orderBy('d.endpoint_id')
      .limit(ROWS_MAX);
  },
};
