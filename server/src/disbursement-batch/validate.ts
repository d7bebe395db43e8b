/**
 * Validates the rows of a batch: values, references in the file and in history, rail and limits, then the name of the
 * account holder at its bank. Works in chunks; a validation that stops is continued by the next run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as duration from '@dasbor/contract/duration';
import { NAME_MATCH } from '@dasbor/contract/disbursement-fields';
import { scoreNameMatch } from '../account-check/rules.ts';
import { assertBeneficiaryPayable, resolveAccount } from '../disbursement/resolve-account.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { forEachConcurrently } from '../jobs/for-each.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { toCells } from './cells.ts';
import { type IssueCode, type RowIssue, isBlockingIssue } from '@dasbor/contract/disbursement-batch-issues';
import { type LockedBatch, countBatchRows, findBatch, lockBatch, transitionBatch, updateBatch } from './queries.ts';
import { createQuote } from './quote.ts';
import { readBatchFile } from './read-file.ts';
import { type ParsedRow, parseRow } from './row-rules.ts';
import {
  type RowChange,
  type StoredRow,
  listFirstRows,
  listUnvalidatedRows,
  listUsedReferences,
  updateValidatedRow,
} from './row-queries.ts';
import { isUnvalidated } from './rules.ts';

const CHUNK_ROWS = 100;
/** Name checks that wait for the bank at the same time, and the time that a chunk takes at least. */
const NAME_CHECKS_CONCURRENT = 8;
const CHUNK_MIN_MS = 500;
/** Waits before names are checked again for which the bank did not respond: doubled from the first, together up to the last. */
const RETRY_MIN_MS = duration.seconds(1);
const RETRY_MAX_MS = duration.seconds(10);
const RETRY_TOTAL_MS = duration.minutes(1);

type ValidateDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'bank' | 'log'>;

/** Idempotent and safe to run concurrently: a result applies only to the values that were checked. */
export async function validateBatch(deps: ValidateDeps, merchant_id: string, id: string): Promise<void> {
  const batch = await startValidation(deps, merchant_id, id);
  if (batch === null) return;
  await readBatchFile(deps, merchant_id, batch);
  const budget: RetryBudget = { waited_ms: 0 };
  for (;;) {
    const started_at = performance.now();
    const rows = await asMerchant(deps.db, merchant_id, (tx) => inspectRows(deps, tx, id));
    if (rows === null) return;
    await checkNames(deps, { merchant_id, batch, budget }, rows);
    if (!(await storeResults(deps, merchant_id, id, rows))) return;
    // Banks limit how many names may be checked per second.
    if (rows.length === CHUNK_ROWS) await sleep(Math.max(0, CHUNK_MIN_MS - (performance.now() - started_at)));
  }
}

/** null when there is nothing to validate. */
const startValidation = (deps: ValidateDeps, merchant_id: string, id: string): Promise<LockedBatch | null> =>
  asMerchant(deps.db, merchant_id, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch === undefined || !isUnvalidated(batch.status)) return null;
    if (batch.status === 'uploaded') {
      await transitionBatch(tx, batch, { to: 'validating', actor: SYSTEM_ACTOR, now: deps.clock.now() });
      await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
    }
    return batch;
  });

interface InspectedRow extends Pick<StoredRow, 'row_no' | 'revision'> {
  parsed: ParsedRow;
  change: RowChange;
  issues: RowIssue[];
  account_name: string;
  /** Whether the inquiry at the bank is still due. */
  is_open: boolean;
}

/** The next rows with what can be said without the bank; null when the batch is not validated any more. */
async function inspectRows(deps: ValidateDeps, tx: MerchantTx, id: string): Promise<InspectedRow[] | null> {
  const batch = await findBatch(tx, id);
  if (batch === undefined || !isUnvalidated(batch.status)) return null;
  const rows = await listUnvalidatedRows(tx, id, CHUNK_ROWS);
  const references = [...new Set(rows.map(({ reference_id }) => reference_id))].filter((text) => text !== '');
  const first_rows = await listFirstRows(tx, id, references);
  const used = await listUsedReferences(tx, id, references);
  const quote = await createQuote(tx, { bank: deps.bank, now: deps.clock.now() });
  return rows.map((row) => {
    const parsed = parseRow(toCells(deps, tx.merchant_id, row));
    const issues = [...parsed.issues];
    const first = first_rows.get(row.reference_id) ?? row.row_no;
    if (first < row.row_no) issues.push({ field: 'reference_id', code: 'duplicate_in_file', value: String(first) });
    else if (used.has(row.reference_id)) issues.push({ field: 'reference_id', code: 'duplicate_reference' });
    const { amount, bank_code, account_no } = parsed;
    const change: RowChange = { amount, bank_code, fee_amount: null };
    if (amount !== null && amount > 0 && bank_code !== null) {
      const { fee_amount, issue } = quote({ amount, bank_code, description: row.description });
      change.fee_amount = fee_amount;
      if (issue !== null && !issues.some(({ field }) => field === issue.field)) issues.push(issue);
    }
    const is_open = account_no !== null && bank_code !== null && !issues.some(isBlockingIssue);
    return { ...row, parsed, change, issues, is_open };
  });
}

/** Time that the validation has waited for a bank that does not respond, since it last responded for every row of a chunk. */
interface RetryBudget {
  waited_ms: number;
}

interface NameCheckContext {
  merchant_id: string;
  batch: Pick<LockedBatch, 'created_by'>;
  budget: RetryBudget;
}

/**
 * Checks the names of a chunk. A bank that limits inquiries or is briefly unavailable is waited for, instead of reporting
 * hundreds of correct rows as errors; once it was waited for long enough, rows without a response are reported.
 */
async function checkNames(deps: ValidateDeps, context: NameCheckContext, rows: readonly InspectedRow[]): Promise<void> {
  const { budget } = context;
  let open = rows.filter(({ is_open }) => is_open);
  for (let wait_ms = RETRY_MIN_MS; open.length > 0; wait_ms = Math.min(2 * wait_ms, RETRY_MAX_MS)) {
    const unresolved: InspectedRow[] = [];
    await forEachConcurrently(open, NAME_CHECKS_CONCURRENT, async (row) => {
      if (!(await checkName(deps, context, row))) unresolved.push(row);
    });
    if (unresolved.length > 0 && budget.waited_ms >= RETRY_TOTAL_MS) {
      for (const row of unresolved) row.issues.push({ field: 'account_number', code: 'name_unchecked' });
      return;
    }
    if (unresolved.length > 0) {
      budget.waited_ms += wait_ms;
      await sleep(wait_ms);
    }
    open = unresolved;
  }
  budget.waited_ms = 0;
}

/** Adds what the bank reports about the account of a row. Returns false when the bank did not respond. */
async function checkName(
  deps: ValidateDeps,
  { merchant_id, batch }: NameCheckContext,
  row: InspectedRow,
): Promise<boolean> {
  const { bank_code, account_no } = row.parsed;
  if (bank_code === null || account_no === null) return true;
  try {
    const now = deps.clock.now();
    const account = await resolveAccount(
      deps,
      { bank_code, account_no },
      { merchant_id, principal: { name: batch.created_by }, now },
    );
    const name_match = scoreNameMatch(row.account_name, account.verified_name);
    const { account_check_id, verified_name } = account;
    Object.assign(row.change, { account_check_id, verified_name, name_match });
    if (name_match < NAME_MATCH.match_from) {
      row.issues.push({ field: 'account_name', code: 'name_mismatch', value: verified_name });
    }
    await asMerchant(deps.db, merchant_id, (tx) => assertBeneficiaryPayable(tx, account, now));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const code = ACCOUNT_ISSUES[error.code];
    if (code === undefined) return false;
    row.issues.push({ field: 'account_number', code });
  }
  return true;
}

const ACCOUNT_ISSUES: Readonly<Record<string, IssueCode>> = {
  account_not_found: 'account_not_found',
  account_closed: 'account_closed',
  account_dormant: 'account_dormant',
  beneficiary_blocked: 'beneficiary_blocked',
  beneficiary_not_allowed: 'beneficiary_not_allowed',
};

/** Stores the results of a chunk; the last one ends the validation. Returns whether there is more to validate. */
const storeResults = (
  deps: ValidateDeps,
  merchant_id: string,
  id: string,
  rows: readonly InspectedRow[],
): Promise<boolean> =>
  asMerchant(deps.db, merchant_id, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch === undefined || !isUnvalidated(batch.status)) return false;
    for (const row of rows) {
      const status = row.issues.some(isBlockingIssue) ? 'error' : row.issues.length > 0 ? 'warning' : 'valid';
      await updateValidatedRow(tx, id, row, { ...row.change, status, issues: JSON.stringify(row.issues) });
    }
    const counts = await countBatchRows(tx, id);
    const now = deps.clock.now();
    const is_validated = counts.checked_rows === counts.total_rows;
    if (is_validated) {
      const to = counts.invalid_rows > 0 ? 'needs_fix' : 'ready';
      await transitionBatch(tx, batch, { to, change: counts, actor: SYSTEM_ACTOR, now });
    } else {
      // Rows that are not read yet count as well.
      const total_rows = counts.total_rows + batch.file_rows - Math.max(batch.read_rows, 0);
      await updateBatch(tx, id, { ...counts, total_rows, updated_at: now });
    }
    await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
    return !is_validated;
  });

/** Job runs that were lost are started again after this time. */
export const STALE_AFTER_MS = duration.minutes(2);
