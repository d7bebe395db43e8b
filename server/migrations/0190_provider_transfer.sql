-- The provider's own ledger: what approved write-offs of statement lines book. A second write-off reverses the first one.
create table app.provider_transfer (
  id text primary key,
  account_no text not null,
  debit_account text not null check (debit_account in ('bank', 'bank_differences')),
  credit_account text not null check (credit_account in ('bank', 'bank_differences')),
  amount bigint not null check (amount > 0),
  currency char(3) not null default 'IDR' check (currency = 'IDR'),
  kind text not null check (kind in ('write_off', 'write_off_reversal')),
  reference_id text not null,
  reverses_id text references app.provider_transfer (id),
  posted_at timestamptz(3) not null,
  constraint provider_transfer_reference unique (kind, reference_id),
  constraint provider_transfer_reverses unique (reverses_id),
  check (debit_account <> credit_account),
  check ((kind = 'write_off_reversal') = (reverses_id is not null))
);
comment on column app.provider_transfer.account_no is 'Number of the bank account that the entry of `bank` belongs to';
comment on column app.provider_transfer.reference_id is 'The write-off that it books';
create index provider_transfer_account on app.provider_transfer (account_no, posted_at desc, id desc);
grant select, insert on app.provider_transfer to app_platform;

alter table app.bank_write_off add column reverses_id text references app.bank_write_off (id);
comment on column app.bank_write_off.reverses_id is 'The approved write-off that this one reverses; null: an original one';
drop index app.bank_write_off_open;
create unique index bank_write_off_pending on app.bank_write_off (line_id) where status = 'pending';
create unique index bank_write_off_reverses on app.bank_write_off (reverses_id) where status <> 'rejected';
create index bank_write_off_line on app.bank_write_off (line_id);

-- Write-offs that were approved before they were booked.
insert into app.provider_transfer
  (id, account_no, debit_account, credit_account, amount, kind, reference_id, posted_at)
select 'pje_' || substr(w.id, 5), s.account_no,
  case when l.amount < 0 then 'bank_differences' else 'bank' end,
  case when l.amount < 0 then 'bank' else 'bank_differences' end,
  abs(l.amount), 'write_off', w.id, w.decided_at
from app.bank_write_off w
join app.bank_statement_line l on l.id = w.line_id
join app.bank_statement s on s.id = l.statement_id
where w.status = 'approved';
