/** The list of balances as a file. */
import { type Balance, balance } from '@dasbor/contract/balance';
import { createHeaderFormat } from '../db/csv-cells.ts';
import type { RowFile } from '../http/row-table.ts';

export const balanceFile: RowFile<keyof Balance> = {
  name: 'balances',
  shape: balance.shape,
  formatHeader: createHeaderFormat<keyof Balance>({
    id: 'ID',
    type: 'Akun',
    currency: 'Mata uang',
    balance: 'Saldo',
    floor: 'Saldo minimum',
  }),
};
