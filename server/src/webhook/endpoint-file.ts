/** The list of webhook endpoints as a file. */
import { type WebhookEndpoint, webhookEndpoint } from '@dasbor/contract/webhook-fields';
import { createHeaderFormat } from '../db/csv-cells.ts';
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
