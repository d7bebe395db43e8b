-- Files that were made for people: reports and exports. They lie in the database in pieces, so that every process
-- reaches them, a backup holds them, and neither writing nor reading one needs it whole in memory.
create table app.stored_file (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  name text not null check (length(name) between 1 and 255),
  content_type text not null,
  status text not null check (status in ('writing', 'stored')),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  sha256 text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  primary key (merchant_id, id),
  check (status = 'writing' or sha256 is not null)
);
comment on column app.stored_file.expires_at is 'Deleted after; NULL: kept';
create index stored_file_expiry on app.stored_file (merchant_id, expires_at) where expires_at is not null;
create index stored_file_unfinished on app.stored_file (merchant_id, created_at) where status = 'writing';
call app.protect('app.stored_file');
grant select, insert, update, delete on app.stored_file to app_merchant;
grant select on app.stored_file to app_platform;

create table app.stored_file_chunk (
  merchant_id text not null,
  file_id text not null,
  seq int not null check (seq >= 0),
  bytes bytea not null,
  primary key (merchant_id, file_id, seq),
  foreign key (merchant_id, file_id) references app.stored_file (merchant_id, id)
);
-- Most files are compressed already, and a sum of the rest would be spent on every page that is read.
alter table app.stored_file_chunk alter column bytes set storage external;
call app.protect('app.stored_file_chunk');
grant select, insert, delete on app.stored_file_chunk to app_merchant;

-- A run of any report: what it is of, in which form, and the files that it made.
alter table app.report_run
  add column report_type text not null default 'transactions'
    check (report_type in ('settlement', 'transactions', 'balance', 'deposit', 'refund', 'fee_invoice')),
  add column period_from date,
  add column period_to date,
  add column settlement_batch_id text,
  add column format text not null default 'csv' check (format in ('csv', 'xlsx', 'pdf')),
  add column delimiter text not null default ',' check (delimiter in (',', ';')),
  add column file_id text,
  add column totals_file_id text,
  add column net_total bigint,
  add check ((report_type = 'settlement') = (settlement_batch_id is not null)),
  add check (period_from <= period_to),
  add foreign key (merchant_id, settlement_batch_id) references app.settlement_batch (merchant_id, id),
  add foreign key (merchant_id, file_id) references app.stored_file (merchant_id, id),
  add foreign key (merchant_id, totals_file_id) references app.stored_file (merchant_id, id);
comment on column app.report_run.period_from is 'First business day (WIB) of the report; NULL in runs from before there were periods: business_day';
comment on column app.report_run.net_total is 'Sum of the net amounts of its rows, whole rupiah';
update app.report_run set period_from = business_day, period_to = business_day;

-- One scheduled run of a type and day, one of a batch, however often the schedule fires; numbers count within a type.
drop index app.report_run_scheduled;
create unique index report_run_scheduled on app.report_run (merchant_id, report_type, business_day)
  where trigger = 'schedule' and settlement_batch_id is null;
create unique index report_run_of_batch on app.report_run (merchant_id, settlement_batch_id)
  where trigger = 'schedule' and settlement_batch_id is not null;
alter table app.report_run drop constraint report_run_merchant_id_business_day_sequence_key;
alter table app.report_run add unique (merchant_id, report_type, business_day, sequence);
