/** The cells of a stored row as texts, its account number decrypted. */
import type { Deps } from '../deps.ts';
import type { RowCells } from './columns.ts';
import { buildRowContext } from './read-file.ts';
import type { StoredRow } from './row-queries.ts';

export const toCells = ({ vault }: Pick<Deps, 'vault'>, merchant_id: string, row: StoredRow): RowCells => ({
  reference_id: row.reference_id,
  amount: row.amount_text,
  bank_code: row.bank_text,
  account_name: row.account_name,
  account_number: vault.open(buildRowContext(merchant_id, row.id), row.account_no_sealed),
  description: row.description,
  email: row.email,
  email_cc: row.email_cc,
  email_bcc: row.email_bcc,
});
