-- Transfers summed per business day (WIB), pair of accounts and kind, so that what came and went in half a year is read
-- from a few rows a day, whatever the number of payments. Folded by the roller together with the balances.
create table app.transfer_day (
  merchant_id text not null,
  day date not null,
  debit_account text not null,
  credit_account text not null,
  kind text not null,
  amount bigint not null check (amount > 0),
  count bigint not null check (count > 0),
  primary key (merchant_id, day, debit_account, credit_account, kind),
  foreign key (merchant_id, debit_account) references app.ledger_account (merchant_id, id),
  foreign key (merchant_id, credit_account) references app.ledger_account (merchant_id, id)
);
comment on column app.transfer_day.day is 'Business day of Jakarta on which the transfers were posted';

-- What was folded before. The owner is bound by row-level security as everybody is, and sees nothing unless it is
-- lifted for this transaction; the lock that this takes also keeps the roller out.
alter table app.transfer no force row level security;
alter table app.unfolded_journal no force row level security;
insert into app.transfer_day (merchant_id, day, debit_account, credit_account, kind, amount, count)
  select t.merchant_id, (t.posted_at at time zone interval '7 hours')::date, t.debit_account, t.credit_account, t.kind,
    sum(t.amount), count(*)
  from app.transfer t
  where not exists (
    select 1 from app.unfolded_journal u where u.merchant_id = t.merchant_id and u.journal_id = t.journal_id)
  group by 1, 2, 3, 4, 5;
alter table app.transfer force row level security;
alter table app.unfolded_journal force row level security;

call app.protect('app.transfer_day');
grant select, insert, update on app.transfer_day to app_merchant;
grant select on app.transfer_day to app_platform;
