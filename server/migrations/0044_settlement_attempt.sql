-- Every payout attempt of a settlement batch: the account, rail and service it was sent by, so that its status can be
-- requested from the bank later, also after the account was changed.
create table app.settlement_attempt (
  merchant_id text not null,
  batch_id text not null,
  attempt int not null check (attempt > 0),
  bank_account_id text not null,
  rail text not null check (rail in ('intrabank', 'bi_fast', 'online', 'rtgs')),
  service text,
  sent_at timestamptz(3) not null,
  recovered_at timestamptz(3),
  primary key (merchant_id, batch_id, attempt),
  constraint settlement_attempt_batch foreign key (merchant_id, batch_id)
    references app.settlement_batch (merchant_id, id),
  constraint settlement_attempt_account foreign key (merchant_id, bank_account_id)
    references app.bank_account (merchant_id, id)
);
call app.protect('app.settlement_attempt');
grant select, insert, update on app.settlement_attempt to app_merchant;
grant select on app.settlement_attempt to app_platform;
comment on column app.settlement_attempt.service is 'SNAP BI service of the transfer; null: sent before it was stored';
comment on column app.settlement_attempt.recovered_at is
  'When the bank reported the transfer as executed after it had been reported as failed';

alter table app.settlement_batch add column last_checked_at timestamptz(3);
comment on column app.settlement_batch.last_checked_at is
  'When its payout was last sent or its status last requested; the least recently checked batches come first';

alter table app.settlement_batch no force row level security;
alter table app.settlement_attempt no force row level security;
insert into app.settlement_attempt (merchant_id, batch_id, attempt, bank_account_id, rail, sent_at)
select b.merchant_id, b.id, n.attempt, b.bank_account_id, 'bi_fast', coalesce(b.sent_at, b.updated_at)
from app.settlement_batch b
cross join lateral generate_series(1, b.attempts) as n (attempt)
where b.bank_account_id is not null;
alter table app.settlement_batch force row level security;
alter table app.settlement_attempt force row level security;
