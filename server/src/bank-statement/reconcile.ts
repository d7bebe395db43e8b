/** Uploads statements and explains their lines by rules or by hand. */
import type { BankStatement, MatchRule, MovementType } from '@dasbor/contract/bank-statement';
import { formatRupiah } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import { add } from '@dasbor/contract/money';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { lockName } from '../db/locks.ts';
import { newId } from '../db/new-id.ts';
import { type PlatformTx, isUniqueViolation } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { UploadedFile } from '../http/upload.ts';
import {
  lockOpenLines,
  matchByAmountAndDay,
  matchByDailySum,
  matchByReference,
  withMatchingSettings,
} from './match-queries.ts';
import { findFreeMovements } from './movement-queries.ts';
import { type ParsedStatement, StatementError, decodeStatement, parseCsvStatement } from './parse-statement.ts';
import { parseMt940 } from './parse-mt940.ts';
import * as queries from './queries.ts';

export interface ReconciliationContext {
  principal: Principal;
  request: { ip: string };
  now: Date;
}

/** Parses an uploaded file. Throws 422 `invalid_statement` with what is wrong. */
export function parseFile(file: UploadedFile, account_no: string | undefined): ParsedStatement {
  const text = decodeStatement(file.content ?? Buffer.alloc(0));
  try {
    if (file.type === 'mt940') return parseMt940(text);
    if (account_no === undefined) {
      throw new StatementError('Enter the account number of a CSV file.', 'Masukkan nomor rekening untuk berkas CSV.');
    }
    return parseCsvStatement(text, account_no);
  } catch (error) {
    if (error instanceof StatementError) throw new Problem(422, 'invalid_statement', error.detail);
    // Of the CSV reader.
    throw new Problem(
      422,
      'invalid_statement',
      localized('The file cannot be read as a table.', 'Berkas tidak dapat dibaca sebagai tabel.'),
    );
  }
}

/** Stores a statement, matches its lines and returns its id. Throws 409 `duplicate_statement`. */
export async function storeStatement(
  tx: PlatformTx,
  file: UploadedFile,
  parsed: ParsedStatement,
  context: ReconciliationContext,
): Promise<string> {
  const { principal, now } = context;
  const id = newId('bank_statement', now);
  const format = file.type === 'mt940' ? 'mt940' : 'csv';
  const by = { uploaded_at: now, uploaded_by_id: principal.id, uploaded_by: principal.name };
  try {
    await queries.insertStatement(tx, { id, format, file_name: file.name, sha256: file.sent_sha256, ...by }, parsed);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Problem(
      409,
      'duplicate_statement',
      localized('This statement was already uploaded.', 'Rekening koran ini sudah diunggah.'),
    );
  }
  await applyRules(tx, id, now);
  const { lines, ...after } = parsed;
  await recordProviderEvent(tx, context, {
    action: 'bank_statement.uploaded',
    object_type: 'bank_statement',
    object_id: id,
    after: { ...after, line_count: lines.length, file_name: file.name },
  });
  return id;
}

/** Matches the open lines by the rules in their order, one statement at a time: a sum counts on all its movements. Idempotent. */
export async function applyRules(tx: PlatformTx, statement_id: string, now: Date): Promise<void> {
  await lockName(tx, 'bank_statement_match');
  const { first_day, last_day } = await getStatement(tx, statement_id);
  const input = { statement_id, first_day, last_day, now };
  await lockOpenLines(tx, statement_id);
  const rules: Record<Exclude<MatchRule, 'manual'>, typeof matchByReference> = {
    reference: matchByReference,
    amount_and_day: matchByAmountAndDay,
    daily_sum: matchByDailySum,
  };
  await withMatchingSettings(tx, async () => {
    for (const match of Object.values(rules)) await match(tx, input);
  });
}

export async function getStatement(tx: PlatformTx, id: string): Promise<BankStatement> {
  const statement = await queries.findStatement(tx, id);
  if (statement === undefined) throw notFound();
  return statement;
}

/** Locks a line that is not matched. Throws 409 `line_not_open`. */
export async function lockOpenLine(tx: PlatformTx, id: string) {
  const line = await queries.lockLine(tx, id);
  if (line === undefined) throw notFound();
  const is_waiting = (await queries.findPendingWriteOff(tx, id)) !== undefined;
  if (line.status === 'open' && !is_waiting) return line;
  throw lineNotOpen();
}

export const lineNotOpen = (): Problem =>
  new Problem(
    409,
    'line_not_open',
    localized(
      'This line is already matched or written off, or its write-off awaits approval.',
      'Baris ini sudah dicocokkan atau dihapusbukukan, atau hapus bukunya menunggu persetujuan.',
    ),
  );

/** Matches an open line with movements that add up to it. */
export async function matchLine(
  tx: PlatformTx,
  id: string,
  given: readonly { object_type: MovementType; object_id: string }[],
  context: ReconciliationContext,
): Promise<void> {
  await lockName(tx, 'bank_statement_match');
  const line = await lockOpenLine(tx, id);
  const keys = [...new Map(given.map((key) => [`${key.object_type} ${key.object_id}`, key])).values()];
  const movements = await findFreeMovements(tx, keys);
  if (movements.length < keys.length) throw notFree();
  if (line.cents !== 0) throw hasCents();
  const sum = add(0, ...movements.map(({ amount }) => amount));
  if (sum !== line.amount) {
    throw new Problem(
      422,
      'amount_differs',
      localized(
        `The movements add up to ${formatRupiah(sum)}, the line is ${formatRupiah(line.amount)}.`,
        `Jumlah mutasi adalah ${formatRupiah(sum)}, baris ini ${formatRupiah(line.amount)}.`,
      ),
    );
  }
  const common = { line_id: id, matched_at: context.now, matched_by: context.principal.name };
  try {
    await queries.insertMatches(
      tx,
      movements.map(({ merchant_id, ...movement }) => ({ ...movement, merchant_of: merchant_id, ...common })),
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw notFree();
    throw error;
  }
  await queries.updateLineStatus(tx, id, 'matched');
  await recordLineEvent(tx, context, { action: 'bank_statement.line_matched', line, after: { movements: keys } });
}

const hasCents = (): Problem =>
  new Problem(
    422,
    'amount_differs',
    localized(
      'This line has sen, which no movement has. Write it off instead.',
      'Baris ini memuat sen, yang tidak dimiliki mutasi mana pun. Lakukan hapus buku pada baris ini.',
    ),
  );

const notFree = (): Problem =>
  new Problem(
    409,
    'movement_not_free',
    localized(
      'A movement does not exist or is already matched with another line.',
      'Ada mutasi yang tidak ada atau sudah dicocokkan dengan baris lain.',
    ),
  );

/** Removes the matches of a line. */
export async function unmatchLine(tx: PlatformTx, id: string, context: ReconciliationContext): Promise<void> {
  const line = await queries.lockLine(tx, id);
  if (line === undefined) throw notFound();
  if (line.status !== 'matched') {
    throw new Problem(
      409,
      'line_not_matched',
      localized('This line is not matched.', 'Baris ini tidak cocok dengan mutasi.'),
    );
  }
  const count = await queries.deleteMatches(tx, id);
  await queries.updateLineStatus(tx, id, 'open');
  await recordLineEvent(tx, context, { action: 'bank_statement.line_unmatched', line, after: { removed: count } });
}

export const recordLineEvent = (
  tx: PlatformTx,
  context: ReconciliationContext,
  {
    action,
    line,
    after,
  }: {
    action: Parameters<typeof recordProviderEvent>[2]['action'];
    line: { id: string; statement_id: string; line_no: number; amount: number; cents: number };
    after: object;
  },
) => {
  const { id, statement_id, line_no, amount, cents } = line;
  return recordProviderEvent(tx, context, {
    action,
    object_type: 'bank_statement_line',
    object_id: id,
    after: { statement_id, line_no, amount, ...(cents === 0 ? {} : { cents }), ...after },
  });
};
