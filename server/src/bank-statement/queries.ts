/** SQL of bank statements, their lines, matches and write-offs. They belong to the provider, not to a merchant. */
import { type RawBuilder, sql } from 'kysely';
import type {
  BankStatement,
  MovementType,
  StatementLine,
  StatementLineStatus,
  listStatementLines,
} from '@dasbor/contract/bank-statement';
import type { Query } from '@dasbor/contract/route';
import { toContainsPattern } from '../db/like-pattern.ts';
import { newId } from '../db/new-id.ts';
import type { PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { listTokens } from './list-tokens.ts';
import type { ParsedStatement } from './parse-statement.ts';

interface NewStatement {
  id: string;
  format: 'mt940' | 'csv';
  file_name: string;
  sha256: string;
  uploaded_at: Date;
  uploaded_by_id: string;
  uploaded_by: string;
}

const LINES_PER_INSERT = 2_000;

export async function insertStatement(
  tx: PlatformTx,
  statement: NewStatement,
  { lines, ...parsed }: ParsedStatement,
): Promise<void> {
  const days = lines.map(({ value_day }) => value_day).toSorted();
  await tx.sql
    .insertInto('bank_statement')
    .values({
      ...statement,
      ...parsed,
      first_day: days[0] ?? '',
      last_day: days.at(-1) ?? '',
      line_count: lines.length,
    })
    .execute();
  const rows = lines.map((line, index) => ({
    id: newId('bank_statement_line', statement.uploaded_at),
    statement_id: statement.id,
    line_no: index + 1,
    value_day: line.value_day,
    amount: line.amount,
    cents: line.cents,
    reference: line.reference,
    description: line.description,
    tokens: listTokens(line),
    status: 'open' as const,
  }));
  for (let at = 0; at < rows.length; at += LINES_PER_INSERT) {
    await tx.sql
      .insertInto('bank_statement_line')
      .values(rows.slice(at, at + LINES_PER_INSERT))
      .execute();
  }
}

const buildStatementQuery = (where: RawBuilder<unknown>) => sql<BankStatement>`
  select s.id, s.account_no, s.number, s.format, s.opening_balance, s.opening_cents, s.closing_balance, s.closing_cents, s.first_day, s.last_day,
    s.line_count, s.file_name, s.uploaded_at, s.uploaded_by, t.*
  from app.bank_statement s
  cross join lateral (
    select coalesce(sum(l.amount) filter (where l.status = 'matched'), 0)::bigint as matched_amount,
      coalesce(sum(l.amount) filter (where l.status = 'written_off'), 0)::bigint as written_off_amount,
      coalesce(sum(l.amount) filter (where l.status = 'open'), 0)::bigint as open_amount,
      coalesce(sum(l.cents) filter (where l.status = 'written_off'), 0)::int as written_off_cents,
      coalesce(sum(l.cents) filter (where l.status = 'open'), 0)::int as open_cents,
      count(*) filter (where l.status = 'matched')::int as matched_count,
      count(*) filter (where l.status = 'written_off')::int as written_off_count,
      count(*) filter (where l.status = 'open')::int as open_count
    from app.bank_statement_line l where l.statement_id = s.id) t
  ${where}`;

/** Newest first; one extra row when there is a next page. */
export async function listStatements(
  tx: PlatformTx,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<BankStatement[]> {
  const isAfter = after === null ? sql`true` : sql`(s.uploaded_at, s.id) < (${after.at}::timestamptz, ${after.id})`;
  const { rows } = await buildStatementQuery(
    sql`where ${isAfter} order by s.uploaded_at desc, s.id desc limit ${limit + 1}`,
  ).execute(tx.sql);
  return rows;
}

export const findStatement = async (tx: PlatformTx, id: string): Promise<BankStatement | undefined> =>
  (await buildStatementQuery(sql`where s.id = ${id}`).execute(tx.sql)).rows[0];

/** Matches that are listed with a line; a sum of a day may have thousands. */
const MATCHES_LISTED = 20;

/** An original write-off that is neither rejected nor reversed; a line has one at most. */
const isInForce = sql`w.reverses_id is null and w.status <> 'rejected' and not exists (
  select from app.bank_write_off x where x.reverses_id = w.id and x.status = 'approved')`;

/** `person_id`: the reader. */
const buildLineQuery = (person_id: string, where: RawBuilder<unknown>) => sql<StatementLine>`
  select l.id, l.line_no, l.value_day, l.amount, l.cents, l.reference, l.description, l.status,
    coalesce((select json_agg(x) from (
      select m.object_type, m.object_id, m.merchant_of as merchant_id, m.amount, m.rule,
        to_char(m.matched_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as matched_at, m.matched_by
      from app.bank_statement_match m where m.line_id = l.id order by m.object_id limit ${MATCHES_LISTED}) x), '[]'::json)
      as matches,
    (select count(*)::int from app.bank_statement_match m where m.line_id = l.id) as match_count,
    (select json_build_object('reason', w.reason, 'status', w.status, 'requested_by', w.requested_by,
        'is_own', w.requested_by_id = ${person_id}, 'decided_by', w.decided_by,
        'transfer_id', (select t.id from app.provider_transfer t where t.kind = 'write_off' and t.reference_id = w.id),
        'reversal', (select json_build_object('reason', r.reason, 'requested_by', r.requested_by,
            'is_own', r.requested_by_id = ${person_id})
          from app.bank_write_off r where r.reverses_id = w.id and r.status = 'pending'))
      from app.bank_write_off w where w.line_id = l.id and ${isInForce}) as write_off
  from app.bank_statement_line l
  ${where}`;

/** In the order of the statement, after a line number. */
export async function listLines(
  tx: PlatformTx,
  statement_id: string,
  { status, q, limit, after, person_id }: Query<typeof listStatementLines> & { after: number; person_id: string },
): Promise<StatementLine[]> {
  const pattern = toContainsPattern(q ?? '');
  const { rows } = await buildLineQuery(
    person_id,
    sql`where l.statement_id = ${statement_id} and l.line_no > ${after}
      and ${status?.length ? sql`l.status = any (${status}::text[])` : sql`true`}
      and ${q ? sql`(l.reference ilike ${pattern} or l.description ilike ${pattern})` : sql`true`}
    order by l.line_no limit ${limit + 1}`,
  ).execute(tx.sql);
  return rows;
}

export const findLine = async (tx: PlatformTx, id: string, person_id: string): Promise<StatementLine | undefined> =>
  (await buildLineQuery(person_id, sql`where l.id = ${id}`).execute(tx.sql)).rows[0];

/** Locks a line, so that its concurrent matches and write-offs are serialised. */
export const lockLine = (tx: PlatformTx, id: string) =>
  tx.sql
    .selectFrom('bank_statement_line as l')
    .innerJoin('bank_statement as s', 's.id', 'l.statement_id')
    .select(['l.id', 'l.statement_id', 'l.line_no', 'l.amount', 'l.cents', 'l.status', 's.account_no'])
    .where('l.id', '=', id)
    .forNoKeyUpdate('l')
    .executeTakeFirst();

export const updateLineStatus = (tx: PlatformTx, id: string, status: StatementLineStatus) =>
  tx.sql.updateTable('bank_statement_line').set({ status }).where('id', '=', id).execute();

export const insertMatches = (
  tx: PlatformTx,
  matches: readonly {
    object_type: MovementType;
    object_id: string;
    merchant_of: string;
    line_id: string;
    amount: number;
    matched_at: Date;
    matched_by: string;
  }[],
) =>
  tx.sql
    .insertInto('bank_statement_match')
    .values(matches.map((match) => ({ ...match, rule: 'manual' as const })))
    .execute();

export const deleteMatches = async (tx: PlatformTx, line_id: string): Promise<number> =>
  Number(
    (await tx.sql.deleteFrom('bank_statement_match').where('line_id', '=', line_id).executeTakeFirst()).numDeletedRows,
  );

export const insertWriteOff = (
  tx: PlatformTx,
  write_off: {
    id: string;
    line_id: string;
    reason: string;
    requested_at: Date;
    requested_by_id: string;
    requested_by: string;
    reverses_id?: string;
  },
) =>
  tx.sql
    .insertInto('bank_write_off')
    .values({ ...write_off, status: 'pending' })
    .execute();

export const findPendingWriteOff = (tx: PlatformTx, line_id: string) =>
  tx.sql
    .selectFrom('bank_write_off')
    .select(['id', 'reason', 'requested_by_id', 'reverses_id'])
    .where('line_id', '=', line_id)
    .where('status', '=', 'pending')
    .executeTakeFirst();

/** The approved write-off of a line that no reversal has ended; the line is locked. */
export async function findApprovedWriteOff(tx: PlatformTx, line_id: string): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select w.id from app.bank_write_off w
    where w.line_id = ${line_id} and w.status = 'approved' and ${isInForce}`.execute(tx.sql);
  return rows[0];
}

export const decideWriteOff = (
  tx: PlatformTx,
  id: string,
  change: {
    status: 'approved' | 'rejected';
    decision_reason: string | null;
    decided_at: Date;
    decided_by_id: string;
    decided_by: string;
  },
) => tx.sql.updateTable('bank_write_off').set(change).where('id', '=', id).where('status', '=', 'pending').execute();
