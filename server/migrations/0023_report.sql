-- When reports are made by themselves, and what an invoice of fees must say.

-- A merchant's choice per type of report. Settlement reports follow their batches; without a row they are CSV files with
-- commas, and every other type is off.
create table app.report_schedule (
  merchant_id text not null references app.merchant (merchant_id),
  report_type text not null
    check (report_type in ('settlement', 'transactions', 'balance', 'deposit', 'refund', 'fee_invoice')),
  is_on boolean not null,
  frequency text not null check (frequency in ('batch', 'daily', 'weekly', 'monthly')),
  hour int check (hour between 1 and 23),
  weekday int check (weekday between 1 and 7),
  month_day int check (month_day between 1 and 28),
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  delimiter text not null check (delimiter in (',', ';')),
  next_at timestamptz(3),
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, report_type),
  check ((report_type = 'settlement') = (frequency = 'batch')),
  check (report_type <> 'fee_invoice' or frequency = 'monthly'),
  check ((frequency = 'batch') = (hour is null)),
  check ((frequency = 'weekly') = (weekday is not null)),
  check ((frequency = 'monthly') = (month_day is not null)),
  check ((is_on and frequency <> 'batch') = (next_at is not null))
);
comment on column app.report_schedule.hour is 'Hour of the day (WIB); not 0, when the last payments of the day before may still be under way';
comment on column app.report_schedule.weekday is '1 Monday to 7 Sunday: the day on which the week before is reported';
comment on column app.report_schedule.month_day is 'The day on which the month before is reported';
comment on column app.report_schedule.next_at is 'When the next report is made; NULL: by no clock';
create index report_schedule_due on app.report_schedule (merchant_id, next_at) where next_at is not null;
call app.protect('app.report_schedule');
grant select, insert, update on app.report_schedule to app_merchant;
grant select on app.report_schedule to app_platform;

-- A day may end a daily and a weekly report of a type: what is made once is a period.
drop index app.report_run_scheduled;
create unique index report_run_scheduled on app.report_run (merchant_id, report_type, period_from, period_to)
  where trigger = 'schedule' and settlement_batch_id is null;
create index report_run_of_type on app.report_run (merchant_id, report_type, created_at desc, id desc);

-- A report that is sent again gets its seven days of tries again.
alter table app.report_run add column resent_at timestamptz(3);
comment on column app.report_run.resent_at is 'When somebody last had it delivered once more; NULL: nobody did';

-- Whoever had reports delivered goes on getting the payments of each day. The owner is bound by row-level security as
-- everybody is, unless it is lifted for this transaction.
alter table app.report_configuration no force row level security;
alter table app.report_schedule no force row level security;
alter table app.report_run no force row level security;
update app.report_run set period_from = business_day, period_to = business_day where period_from is null;
insert into app.report_schedule
  (merchant_id, report_type, is_on, frequency, hour, format, delimiter, next_at, updated_at, updated_by)
select merchant_id, 'transactions', true, 'daily', 1, 'csv', ',',
  (date_trunc('day', now() at time zone 'Asia/Jakarta') + interval '25 hours') at time zone 'Asia/Jakarta', now(), 'system'
from app.report_configuration
where email_delivery_enabled or sftp_delivery_enabled;
alter table app.report_configuration force row level security;
alter table app.report_schedule force row level security;
alter table app.report_run force row level security;

-- Whom the monthly invoice of fees is made out to, besides the legal name.
alter table app.merchant
  add column npwp text check (npwp ~ '^[0-9]{15,16}$'),
  add column npwp_name text,
  add column address_line text;
comment on column app.merchant.npwp is 'Tax number, 15 or 16 digits; NULL: not known';
