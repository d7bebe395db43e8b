-- Folded sums per account and hour: the balance at any instant is the hours before it, the unfolded tail before it, and
-- the transfers of its own hour. So a running balance deep in a long history costs no more than one at its end.
create table app.account_hour (
  merchant_id text not null,
  account_id text not null,
  hour timestamptz(3) not null,
  debits bigint not null default 0 check (debits >= 0),
  credits bigint not null default 0 check (credits >= 0),
  primary key (merchant_id, account_id, hour),
  foreign key (merchant_id, account_id) references app.ledger_account (merchant_id, id)
);
comment on column app.account_hour.hour is 'First instant of the hour (UTC; an hour of Jakarta is the same)';

-- What was folded before. The owner is bound by row-level security as everybody is, and sees nothing unless it is
-- lifted for this transaction; the lock that this takes also keeps the roller out.
alter table app.transfer no force row level security;
alter table app.unfolded_journal no force row level security;
insert into app.account_hour (merchant_id, account_id, hour, debits, credits)
  select t.merchant_id, side.account_id, date_trunc('hour', t.posted_at, 'UTC'), sum(side.debit), sum(side.credit)
  from app.transfer t
  cross join lateral (values (t.debit_account, t.amount, 0), (t.credit_account, 0, t.amount))
    as side (account_id, debit, credit)
  where not exists (
    select 1 from app.unfolded_journal u where u.merchant_id = t.merchant_id and u.journal_id = t.journal_id)
  group by 1, 2, 3;
alter table app.transfer force row level security;
alter table app.unfolded_journal force row level security;

call app.protect('app.account_hour');
grant select, insert, update on app.account_hour to app_merchant;
grant select on app.account_hour to app_platform;
