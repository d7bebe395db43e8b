/** Imports the generated history of a sandbox, so that its payments can be inquired and refunded. Idempotent. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { BANK_HISTORY_PATH, type BankHistory, bankHistory } from '@dasbor/contract/bank-history';
import { QRIS_ISSUERS } from '@dasbor/contract/qris-issuer';
import type { FastifyInstance } from 'fastify';
import type { BankContext } from './bank.ts';
import { inTransaction } from './database.ts';
import { toVaColumns } from './va-queries.ts';

/** A history has a few thousand rows. */
const BODY_MAX_BYTES = 16 * 1024 * 1024;

export function registerHistoryImport(app: FastifyInstance, { database }: BankContext): void {
  app.post(BANK_HISTORY_PATH, { bodyLimit: BODY_MAX_BYTES }, async (request) => {
    const history = bankHistory.parse(request.body);
    return inTransaction(database, () => ({ imported: importHistory(database, history) }));
  });
}

/** Inserts the rows that the bank does not have, parents first. Returns their number. */
function importHistory(database: DatabaseSync, history: BankHistory): number {
  const insert = (table: string, rows: Row[]): number =>
    rows.reduce((count, row) => count + insertUnlessKnown(database, table, row), 0);
  return (
    insert(
      'account',
      history.accounts.map((row) => ({ ...row, state: 'open' })),
    ) +
    insert('qr_code', history.qr_codes.map(withEpochTimes)) +
    insert(
      'qr_payment',
      history.qr_payments.map((row) => withEpochTimes({ ...row, ...toIssuerColumns(row) })),
    ) +
    insert(
      'va',
      history.vas.map(({ request, ...times }) => ({
        trx_id: request.trxId,
        ...toVaColumns(request),
        ...withEpochTimes(times),
      })),
    ) +
    insert('va_payment', history.va_payments.map(withEpochTimes)) +
    insert('transfer', history.transfers.map(withEpochTimes)) +
    insert('qr_refund', history.qr_refunds.map(withEpochTimes))
  );
}

type Row = Record<string, SQLInputValue>;

function insertUnlessKnown(database: DatabaseSync, table: string, row: Row): number {
  const columns = Object.keys(row);
  const { changes } = database
    .prepare(`insert or ignore into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(row));
  return Number(changes);
}

/** Columns that end in `_at` are epoch milliseconds. */
const withEpochTimes = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'string' ? Date.parse(value) : value,
    ]),
  );

const toIssuerColumns = ({ issuer_name, rrn }: { issuer_name: string; rrn: string }) => ({
  issuer_code: QRIS_ISSUERS.find(({ name }) => name === issuer_name)?.code ?? '',
  approval_code: rrn.slice(-6),
});
