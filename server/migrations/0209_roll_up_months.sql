-- Sums of months of the daily roll-ups of payments: a year is read from twelve months instead of 365 days. They hold the
-- counted days of a month and change with them.
create table app.transaction_month (
  merchant_id text not null,
  month date not null,
  status text not null,
  method text not null,
  source text not null,
  channel_code text not null,
  issuer text not null,
  failure_code text not null,
  count bigint not null,
  offered_count bigint not null,
  amount bigint not null,
  fees_amount bigint not null,
  refunded_amount bigint not null,
  primary key (merchant_id, month, status, method, source, channel_code, issuer, failure_code)
);
comment on column app.transaction_month.month is 'First day of the month';
-- The days that are counted already.
alter table app.transaction_day no force row level security;
insert into app.transaction_month
  (merchant_id, month, status, method, source, channel_code, issuer, failure_code, count, offered_count, amount,
  fees_amount, refunded_amount)
  select merchant_id, date_trunc('month', day::timestamp)::date, status, method, source, channel_code, issuer,
  failure_code, sum(count), sum(offered_count), sum(amount), sum(fees_amount), sum(refunded_amount)
  from app.transaction_day
  group by merchant_id, date_trunc('month', day::timestamp)::date, status, method, source, channel_code, issuer,
  failure_code;
alter table app.transaction_day force row level security;
call app.protect('app.transaction_month');
grant select, insert, update, delete on app.transaction_month to app_merchant;
grant select on app.transaction_month to app_platform;

create table app.transaction_wait_month (
  merchant_id text not null,
  month date not null,
  method text not null,
  source text not null,
  channel_code text not null,
  issuer text not null,
  bucket int not null,
  count bigint not null,
  primary key (merchant_id, month, method, source, channel_code, issuer, bucket)
);
comment on column app.transaction_wait_month.month is 'First day of the month';
-- The days that are counted already.
alter table app.transaction_wait_day no force row level security;
insert into app.transaction_wait_month
  (merchant_id, month, method, source, channel_code, issuer, bucket, count)
  select merchant_id, date_trunc('month', day::timestamp)::date, method, source, channel_code, issuer, bucket,
  sum(count)
  from app.transaction_wait_day
  group by merchant_id, date_trunc('month', day::timestamp)::date, method, source, channel_code, issuer, bucket;
alter table app.transaction_wait_day force row level security;
call app.protect('app.transaction_wait_month');
grant select, insert, update, delete on app.transaction_wait_month to app_merchant;
grant select on app.transaction_wait_month to app_platform;

create table app.transaction_hour_month (
  merchant_id text not null,
  month date not null,
  hour int not null,
  status text not null,
  method text not null,
  source text not null,
  channel_code text not null,
  issuer text not null,
  count bigint not null,
  offered_count bigint not null,
  amount bigint not null,
  fees_amount bigint not null,
  refunded_amount bigint not null,
  primary key (merchant_id, month, hour, status, method, source, channel_code, issuer)
);
comment on column app.transaction_hour_month.month is 'First day of the month';
-- The days that are counted already.
alter table app.transaction_hour_day no force row level security;
insert into app.transaction_hour_month
  (merchant_id, month, hour, status, method, source, channel_code, issuer, count, offered_count, amount, fees_amount,
  refunded_amount)
  select merchant_id, date_trunc('month', day::timestamp)::date, hour, status, method, source, channel_code, issuer,
  sum(count), sum(offered_count), sum(amount), sum(fees_amount), sum(refunded_amount)
  from app.transaction_hour_day
  group by merchant_id, date_trunc('month', day::timestamp)::date, hour, status, method, source, channel_code,
  issuer;
alter table app.transaction_hour_day force row level security;
call app.protect('app.transaction_hour_month');
grant select, insert, update, delete on app.transaction_hour_month to app_merchant;
grant select on app.transaction_hour_month to app_platform;

-- payment_link_month holds the paid payments of a link, for its rank; this one everything that figures are filtered by.
create table app.payment_link_detail_month (
  merchant_id text not null,
  month date not null,
  payment_link_id text not null,
  status text not null,
  method text not null,
  source text not null,
  channel_code text not null,
  issuer text not null,
  failure_code text not null,
  count bigint not null,
  offered_count bigint not null,
  amount bigint not null,
  fees_amount bigint not null,
  refunded_amount bigint not null,
  primary key (merchant_id, month, payment_link_id, status, method, source, channel_code, issuer, failure_code)
);
comment on column app.payment_link_detail_month.month is 'First day of the month';
create index payment_link_detail_month_of_link on app.payment_link_detail_month (merchant_id, payment_link_id, month);
-- The days that are counted already.
alter table app.payment_link_day no force row level security;
insert into app.payment_link_detail_month
  (merchant_id, month, payment_link_id, status, method, source, channel_code, issuer, failure_code, count,
  offered_count, amount, fees_amount, refunded_amount)
  select merchant_id, date_trunc('month', day::timestamp)::date, payment_link_id, status, method, source,
  channel_code, issuer, failure_code, sum(count), sum(offered_count), sum(amount), sum(fees_amount),
  sum(refunded_amount)
  from app.payment_link_day
  group by merchant_id, date_trunc('month', day::timestamp)::date, payment_link_id, status, method, source,
  channel_code, issuer, failure_code;
alter table app.payment_link_day force row level security;
call app.protect('app.payment_link_detail_month');
grant select, insert, update, delete on app.payment_link_detail_month to app_merchant;
grant select on app.payment_link_detail_month to app_platform;

create table app.payment_link_wait_month (
  merchant_id text not null,
  month date not null,
  payment_link_id text not null,
  method text not null,
  source text not null,
  channel_code text not null,
  issuer text not null,
  bucket int not null,
  count bigint not null,
  primary key (merchant_id, month, payment_link_id, method, source, channel_code, issuer, bucket)
);
comment on column app.payment_link_wait_month.month is 'First day of the month';
create index payment_link_wait_month_of_link on app.payment_link_wait_month (merchant_id, payment_link_id, month);
-- The days that are counted already.
alter table app.payment_link_wait_day no force row level security;
insert into app.payment_link_wait_month
  (merchant_id, month, payment_link_id, method, source, channel_code, issuer, bucket, count)
  select merchant_id, date_trunc('month', day::timestamp)::date, payment_link_id, method, source, channel_code,
  issuer, bucket, sum(count)
  from app.payment_link_wait_day
  group by merchant_id, date_trunc('month', day::timestamp)::date, payment_link_id, method, source, channel_code,
  issuer, bucket;
alter table app.payment_link_wait_day force row level security;
call app.protect('app.payment_link_wait_month');
grant select, insert, update, delete on app.payment_link_wait_month to app_merchant;
grant select on app.payment_link_wait_month to app_platform;
