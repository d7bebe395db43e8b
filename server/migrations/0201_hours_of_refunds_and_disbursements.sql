-- Refunds and disbursements by hour of the day, as payments have them (migration 0194).
create table app.refund_hour_day (
  merchant_id text not null,
  day date not null,
  hour int not null check (hour between 0 and 23),
  status text not null,
  method text not null,
  reason text not null,
  count bigint not null check (count > 0),
  amount bigint not null,
  fees_amount bigint not null,
  primary key (merchant_id, day, hour, status, method, reason)
);
comment on column app.refund_hour_day.hour is 'Hour of the day (WIB)';
call app.protect('app.refund_hour_day');
grant select, insert, delete on app.refund_hour_day to app_merchant;
grant select on app.refund_hour_day to app_platform;

create table app.disbursement_hour_day (
  merchant_id text not null,
  day date not null,
  hour int not null check (hour between 0 and 23),
  status text not null,
  bank_code text not null,
  rail text not null,
  count bigint not null check (count > 0),
  amount bigint not null,
  fees_amount bigint not null,
  primary key (merchant_id, day, hour, status, bank_code, rail)
);
comment on column app.disbursement_hour_day.hour is 'Hour of the day (WIB)';
call app.protect('app.disbursement_hour_day');
grant select, insert, delete on app.disbursement_hour_day to app_merchant;
grant select on app.disbursement_hour_day to app_platform;

-- Days that were counted before have no hours, so they are counted again.
alter table app.day_roll no force row level security;
delete from app.day_roll where subject in ('refund', 'disbursement');
alter table app.day_roll force row level security;
