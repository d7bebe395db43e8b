/** What a round left behind, in words that do not depend on when it ran or how often it was begun again. */
import type pg from 'pg';
import type { ReceivedMail } from './receivers.ts';

export interface Outcome {
  batches: string[];
  lines: string[];
  payments: string[];
  runs: string[];
  /** SHA-256 by name. */
  files: Record<string, string>;
  /** Message-IDs of the ledger of mails, with the checksum of what was to be attached. */
  mails: Record<string, string>;
}

/** `round`: only merchants of this round. */
export async function readOutcome(owner: pg.Client, round: number, files: Record<string, string>): Promise<Outcome> {
  const list = async (statement: string): Promise<string[]> =>
    (await owner.query<{ said: string }>(statement, [`R${round}M%`])).rows.map(({ said }) => said);
  const { rows } = await owner.query<{ message_id: string; sha256: string }>(
    `select p.message_id, r.sha256 from app.report_mail p
     join app.report_run r on r.merchant_id = p.merchant_id and r.id = p.run_id
     join app.merchant m on m.merchant_id = p.merchant_id where m.code like $1`,
    [`R${round}M%`],
  );
  return {
    batches: await list(
      `select concat_ws(' ', m.code, b.batch_no, b.status, b.settlement_date, b.line_count, b.net_amount) as said
       from app.settlement_batch b join app.merchant m using (merchant_id) where m.code like $1 order by 1`,
    ),
    lines: await list(
      `select concat_ws(' ', m.code, b.batch_no, l.line_no, l.line_type, l.transaction_id, l.net_amount) as said
       from app.settlement_line l join app.merchant m using (merchant_id)
       join app.settlement_batch b on b.merchant_id = l.merchant_id and b.id = l.batch_id
       where m.code like $1 order by 1`,
    ),
    payments: await list(
      `select concat_ws(' ', m.code, t.id, t.settlement_status, t.settlement_date) as said
       from app.transaction t join app.merchant m using (merchant_id) where m.code like $1 order by 1`,
    ),
    runs: await list(
      `select concat_ws(' ', m.code, r.report_type, r.file_name, r.row_count, r.net_total, r.sha256, r.status,
         r.email_status, r.sftp_status) as said
       from app.report_run r join app.merchant m using (merchant_id) where m.code like $1 order by 1`,
    ),
    files,
    mails: Object.fromEntries(rows.map(({ message_id, sha256 }) => [message_id, sha256])),
  };
}

/** How what was killed differs from what was not; nothing where they are the same. */
export function compareOutcomes(undisturbed: Outcome, killed: Outcome): string[] {
  const faults: string[] = [];
  for (const part of ['batches', 'lines', 'payments', 'runs'] as const) {
    faults.push(...subtract(undisturbed[part], killed[part]).map((said) => `${part}: lost ${said}`));
    faults.push(...subtract(killed[part], undisturbed[part]).map((said) => `${part}: more than once or wrong ${said}`));
  }
  const names = (files: Record<string, string>): string[] =>
    Object.entries(files).map(([name, sha]) => `${name} ${sha}`);
  faults.push(...subtract(names(undisturbed.files), names(killed.files)).map((said) => `files: lost ${said}`));
  faults.push(...subtract(names(killed.files), names(undisturbed.files)).map((said) => `files: unexpected ${said}`));
  return faults;
}

/** What of `all` is not among `others`, each as often as it occurs. */
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
 * Every mail of the ledger arrived with the right file, and none that is not in it. One may have arrived again under its
 * Message-ID where a kill or a dropped connection hid the server's answer, and nowhere else.
 */
export function findMailViolations(outcome: Outcome, arrived: ReceivedMail[], chances_to_double: number): string[] {
  const faults: string[] = [];
  const ids = new Set(arrived.map(({ message_id }) => message_id));
  for (const message_id of Object.keys(outcome.mails)) {
    if (!ids.has(message_id)) faults.push(`mails: ${message_id} never arrived`);
  }
  for (const { message_id, to, sha256 } of arrived) {
    const wanted = outcome.mails[message_id];
    if (wanted !== sha256) faults.push(`mails: ${message_id} to ${to} brought ${sha256} instead of ${wanted}`);
  }
  const doubled = arrived.length - ids.size;
  if (doubled > chances_to_double) faults.push(`mails: ${doubled} doubled, ${chances_to_double} could be`);
  return faults;
}
