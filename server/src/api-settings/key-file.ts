/** The list of API keys as a file. */
import { z } from 'zod';
import { type ApiKey, apiKey } from '@dasbor/contract/api-settings';
import { createHeaderFormat } from '../db/csv-cells.ts';
import type { RowFile } from '../http/row-table.ts';

export const apiKeyFile: RowFile<keyof ApiKey> = {
  name: 'api-keys',
  shape: { ...apiKey.shape, access: z.string() },
  formatHeader: createHeaderFormat<keyof ApiKey>({
    id: 'ID',
    name: 'Nama',
    description: 'Deskripsi',
    status: 'Status',
    prefix: 'Awalan',
    last4: 'Empat karakter terakhir',
    access: 'Akses',
    allowed_cidrs: 'Jaringan yang diizinkan',
    created_at: 'Dibuat',
    created_by: 'Dibuat oleh',
    expires_at: 'Kedaluwarsa',
    last_used_at: 'Terakhir dipakai',
    last_used_ip: 'IP terakhir',
    rolled_to_id: 'ID pengganti',
    revoked_at: 'Dicabut',
  }),
};

/** The access in one cell, as `Transactions: view`. */
export const toApiKeyRow = ({ access, ...key }: ApiKey) => ({
  ...key,
  access: access.map((entry) => `${entry.group}: ${entry.access}`).join(', '),
});
