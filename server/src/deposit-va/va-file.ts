/** The list of deposit VAs as a file. */
import { type DepositVa, depositVa } from '@dasbor/contract/deposit-va';
import { createHeaderFormat } from '../db/csv-cells.ts';
import type { RowFile } from '../http/row-table.ts';

export const depositVaFile: RowFile<keyof DepositVa> = {
  name: 'deposit-vas',
  shape: depositVa.shape,
  formatHeader: createHeaderFormat<keyof DepositVa>({
    id: 'ID',
    bank: 'Bank',
    va_number: 'Nomor virtual account',
    holder_name: 'Nama virtual account',
    status: 'Status',
    failure_message: 'Pesan bank',
    ledger_account_id: 'ID akun saldo',
    topped_up_this_month: 'Isi saldo bulan ini',
    last_top_up_at: 'Isi saldo terakhir',
    amount_min: 'Jumlah minimum',
    amount_max: 'Jumlah maksimum',
    from_any_bank: 'Dari bank lain',
    created_at: 'Dibuat',
  }),
};
