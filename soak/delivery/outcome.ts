/** The result of a round, independent of timing and retries. */
import type pg from 'pg';
import type { ReceivedMail } from './receivers.ts';

export interface Outcome {
  batches: string[];
  lines: string[];
  payments: string[];
  runs: string[];
  /** SHA-256 by name. */
  files: Record<string, string>;
  /** Message-IDs of the recorded mails with the checksums of their attachments. */
  mails: Record<string, string>;
}

/** Reads the result of the merchants of one round. */
export async function readOutcome(owner: pg.Client, round: number, files: Record<string, string>): Promise<Outcome> {
  const list = async (statement: string): Promise<string[]> =>
    (await owner.query<{ line: string }>(statement, [`R${round}M%`])).rows.map(({ line }) => line);
  const { rows } = await owner.query<{ message_id: string; sha256: string }>(
    `select p.message_id, r.sha256 from app.report_mail p
     join app.report_run r on r.merchant_id = p.merchant_id and r.id = p.run_id
     join app.merchant m on m.merchant_id = p.merchant_id where m.code like $1`,
    [`R${round}M%`],
  );
  return {
    batches: await list(
      `select concat_ws(' ', m.code, b.batch_no, b.status, b.settlement_date, b.line_count, b.net_amount) as line
       from app.settlement_batch b join app.merchant m using (merchant_id) where m.code like $1 order by 1`,
    ),
    lines: await list(
      `select concat_ws(' ', m.code, b.batch_no, l.line_no, l.line_type, l.transaction_id, l.net_amount) as line
       from app.settlement_line l join app.merchant m using (merchant_id)
       join app.settlement_batch b on b.merchant_id = l.merchant_id and b.id = l.batch_id
       where m.code like $1 order by 1`,
    ),
    payments: await list(
      `select concat_ws(' ', m.code, t.id, t.settlement_status, t.settlement_date) as line
       from app.transaction t join app.merchant m using (merchant_id) where m.code like $1 order by 1`,
    ),
    runs: await list(
      `select concat_ws(' ', m.code, r.report_type, r.file_name, r.row_count, r.net_total, r.sha256, r.status,
         r.email_status, r.sftp_status) as line
       from app.report_run r join app.merchant m using (merchant_id) where m.code like $1 order by 1`,
    ),
    files,
    mails: Object.fromEntries(rows.map(({ message_id, sha256 }) => [message_id, sha256])),
  };
}

/** Lists the differences between an undisturbed and a disturbed run. */
export function compareOutcomes(undisturbed: Outcome, killed: Outcome): string[] {
  const violations: string[] = [];
  for (const part of ['batches', 'lines', 'payments', 'runs'] as const) {
    violations.push(...subtract(undisturbed[part], killed[part]).map((line) => `${part}: lost ${line}`));
    violations.push(...subtract(killed[part], undisturbed[part]).map((line) => `${part}: unexpected ${line}`));
  }
  const names = (files: Record<string, string>): string[] =>
    Object.entries(files).map(([name, sha]) => `${name} ${sha}`);
  violations.push(...subtract(names(undisturbed.files), names(killed.files)).map((line) => `files: lost ${line}`));
  violations.push(
    ...subtract(names(killed.files), names(undisturbed.files)).map((line) => `files: unexpected ${line}`),
  );
  return violations;
}

/** Multiset difference of `all` and `others`. */
function subtract(all: string[], others: string[]): string[] {
  const left = new Map<string, number>();
  for (const each of others) left.set(each, (left.get(each) ?? 0) + 1);
  return all.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
}

/**
 * Every recorded mail arrived with the right file, and no other mail arrived. A duplicate under the same Message-ID is
 * allowed only when a kill or dropped connection hid the response of the server.
 */
export function findMailViolations(outcome: Outcome, arrived: ReceivedMail[], duplicates_max: number): string[] {
  const violations: string[] = [];
  const ids = new Set(arrived.map(({ message_id }) => message_id));
  for (const message_id of Object.keys(outcome.mails)) {
    if (!ids.has(message_id)) violations.push(`mails: ${message_id} never arrived`);
  }
  for (const { message_id, to, sha256 } of arrived) {
    const expected = outcome.mails[message_id];
    if (expected !== sha256) violations.push(`mails: ${message_id} to ${to} has ${sha256} instead of ${expected}`);
  }
  const doubled = arrived.length - ids.size;
  if (doubled > duplicates_max) violations.push(`mails: ${doubled} duplicates, at most ${duplicates_max} allowed`);
  return violations;
}
