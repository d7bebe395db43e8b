/** Texts of the integration of a merchant in Indonesian. */
import type { Messages } from './integration-messages.ts';

export const INDONESIAN: Messages = {
  keys: 'API key',
  no_keys: 'Belum ada API key',
  webhooks: 'Endpoint webhook',
  no_webhooks: 'Belum ada endpoint webhook',
  snap: 'Kredensial SNAP',
  no_snap: 'Belum ada kredensial SNAP',
  name: 'Nama',
  key: 'Key',
  status: 'Status',
  last_used: 'Terakhir dipakai',
  expires: 'Kedaluwarsa',
  created: 'Dibuat',
  url: 'URL',
  success_rate: 'Tingkat keberhasilan (24 jam)',
  waiting: 'Menunggu',
  last_delivery: 'Pengiriman terakhir',
  failing_since: 'Bermasalah sejak',
  client_key: 'Client key',
  channel_id: 'Channel ID',
  statuses: {
    active: 'Aktif',
    rolled: 'Sedang diganti',
    incomplete: 'Perlu public key',
    failing: 'Bermasalah',
    expired: 'Kedaluwarsa',
    revoked: 'Dicabut',
    disabled: 'Nonaktif',
  },
};
