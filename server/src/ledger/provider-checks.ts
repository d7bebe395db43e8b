/** Checks of the provider's own ledger: every write-off is booked once, and every rupiah of a statement is explained. */
import { type RawBuilder, sql } from 'kysely';

type Check = RawBuilder<{ object_id: string; detail: string }>;

export const PROVIDER_CHECKS = {
  /** Approved write-offs and reversals are booked exactly, and nothing else is. */
  write_off_differs: sql`
    with due as (
      select w.id, case when w.reverses_id is null then 'write_off' else 'write_off_reversal' end as kind, s.account_no,
        case when (l.amount + l.cents < 0) = (w.reverses_id is null) then 'bank_differences' else 'bank' end as debit_account,
        abs(l.amount) as amount, abs(l.cents) as cents, o.id as reverses_id
      from app.bank_write_off w
      join app.bank_statement_line l on l.id = w.line_id
      join app.bank_statement s on s.id = l.statement_id
      left join app.provider_transfer o on o.kind = 'write_off' and o.reference_id = w.reverses_id
      where w.status = 'approved')
    select coalesce(d.id, t.reference_id) as object_id, format('%s debits %s by %s; %s of %s by %s was expected',
      t.kind, t.debit_account, t.amount, d.kind, d.debit_account, d.amount) as detail
    from due d
    full join app.provider_transfer t on t.reference_id = d.id
    where (t.kind, t.account_no, t.debit_account, t.amount, t.cents, t.reverses_id)
      is distinct from (d.kind, d.account_no, d.debit_account, d.amount, d.cents, d.reverses_id)`,

  /** The booked amount of a line equals its amount while it is written off, and is zero otherwise; matches equal a matched line. */
  statement_line_differs: sql`
    with booked as (
      select w.line_id, sum((case when t.debit_account = 'bank' then 1 else -1 end) * (t.amount * 100 + t.cents)) as sen
      from app.provider_transfer t join app.bank_write_off w on w.id = t.reference_id
      group by w.line_id),
    matched as (select m.line_id, sum(m.amount) as amount from app.bank_statement_match m group by m.line_id)
    select l.id as object_id, format('%s of %s sen: matched %s, booked %s', l.status, l.amount * 100 + l.cents,
      coalesce(m.amount, 0) * 100, coalesce(b.sen, 0)) as detail
    from app.bank_statement_line l
    left join booked b on b.line_id = l.id
    left join matched m on m.line_id = l.id
    where coalesce(b.sen, 0) <> case when l.status = 'written_off' then l.amount * 100 + l.cents else 0 end
      or coalesce(m.amount, 0) * 100 <> case when l.status = 'matched' then l.amount * 100 + l.cents else 0 end`,

  /** The lines lead from the opening to the closing balance. */
  statement_differs: sql`
    select s.id as object_id, format('%s plus lines of %s is not %s', s.opening_balance, sum(l.amount),
      s.closing_balance) as detail
    from app.bank_statement s
    left join app.bank_statement_line l on l.statement_id = s.id
    group by s.id
    having s.opening_balance * 100 + s.opening_cents + coalesce(sum(l.amount * 100 + l.cents), 0)
        <> s.closing_balance * 100 + s.closing_cents
      or count(l.id) <> s.line_count`,
} as const satisfies Record<string, Check>;
