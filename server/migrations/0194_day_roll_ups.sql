-- Daily roll-ups for the remaining figures: payments by hour of the day, of payment links and by customer; refunds; and
-- disbursements. As in transaction_day, absent values are '' and a marked day is read from the rows until it is recounted.

-- How far the days of a subject are counted. Payments by status and the time to pay keep transaction_roll.days_rolled_to.
create table app.day_roll (
  merchant_id text not null,
  subject text not null check (subject in ('payment_detail', 'refund', 'disbursement')),
  rolled_to date,
  primary key (merchant_id, subject)
);
comment on column app.day_roll.rolled_to is 'Business days before it are counted; NULL: none';
call app.protect('app.day_roll');
grant select, insert, update on app.day_roll to app_merchant;
grant select on app.day_roll to app_platform;

-- Days with a refund or disbursement that was created or changed since the day was counted. Append-only.
create table app.day_mark (
  merchant_id text not null,
  subject text not null check (subject in ('refund', 'disbursement')),
  day date not null,
  id text not null,
  primary key (merchant_id, subject, day, id)
);
comment on column app.day_mark.day is 'Business day (WIB) on which it was created';
call app.protect('app.day_mark');
grant select, insert, delete on app.day_mark to app_merchant;
grant select on app.day_mark to app_platform;

-- Payments by hour, with the dimensions that transaction_hour lacks.
create table app.transaction_hour_day (
  merchant_id text not null,
  day date not null,
  hour int not null check (hour between 0 and 23),
  status text not null,
  method text not null,
  source text not null,
  channel_code text not null,
  issuer text not null,
  count bigint not null check (count > 0),
  offered_count bigint not null,
  amount bigint not null,
  fees_amount bigint not null,
  refunded_amount bigint not null,
  primary key (merchant_id, day, hour, status, method, source, channel_code, issuer)
);
comment on column app.transaction_hour_day.hour is 'Hour of the day (WIB)';
call app.protect('app.transaction_hour_day');
grant select, insert, delete on app.transaction_hour_day to app_merchant;
grant select on app.transaction_hour_day to app_platform;

-- Payments of payment links in every status; it replaces the paid ones by method only.
drop table app.transaction_link_day;
create table app.payment_link_day (
  merchant_id text not null,
  day date not null,
  payment_link_id text not null,
  status text not null,
  method text not null,
  source text not null,
  channel_code text not null,
  issuer text not null,
  failure_code text not null,
  count bigint not null check (count > 0),
  offered_count bigint not null,
  amount bigint not null,
  fees_amount bigint not null,
  refunded_amount bigint not null,
  primary key (merchant_id, day, payment_link_id, status, method, source, channel_code, issuer, failure_code)
);
create index payment_link_day_of_link on app.payment_link_day (merchant_id, payment_link_id, day);
call app.protect('app.payment_link_day');
grant select, insert, delete on app.payment_link_day to app_merchant;
grant select on app.payment_link_day to app_platform;

create table app.payment_link_wait_day (
  merchant_id text not null,
  day date not null,
  payment_link_id text not null,
  method text not null,
  source text not null,
  channel_code text not null,
  issuer text not null,
  bucket int not null check (bucket >= 0),
  count bigint not null check (count > 0),
  primary key (merchant_id, day, payment_link_id, method, source, channel_code, issuer, bucket)
);
create index payment_link_wait_day_of_link on app.payment_link_wait_day (merchant_id, payment_link_id, day);
call app.protect('app.payment_link_wait_day');
grant select, insert, delete on app.payment_link_wait_day to app_merchant;
grant select on app.payment_link_wait_day to app_platform;

-- Paid payments by customer.
create table app.transaction_customer_day (
  merchant_id text not null,
  day date not null,
  customer text not null,
  method text not null,
  source text not null,
  channel_code text not null,
  issuer text not null,
  payment_link_id text not null,
  count bigint not null check (count > 0),
  amount bigint not null,
  latest_id text not null,
  primary key (merchant_id, day, customer, method, source, channel_code, issuer, payment_link_id)
);
comment on column app.transaction_customer_day.customer is 'Email address in lower case';
comment on column app.transaction_customer_day.latest_id is 'The latest of the payments';
create index transaction_customer_day_of_customer on app.transaction_customer_day (merchant_id, customer, day);
call app.protect('app.transaction_customer_day');
grant select, insert, delete on app.transaction_customer_day to app_merchant;
grant select on app.transaction_customer_day to app_platform;

-- The sums of the counted days of a month: the index by amount finds the few customers that can be among the first ten.
create table app.transaction_customer_month (
  merchant_id text not null,
  month date not null,
  customer text not null,
  count bigint not null,
  amount bigint not null,
  primary key (merchant_id, month, customer)
);
comment on column app.transaction_customer_month.month is 'First day of the month';
create index transaction_customer_month_largest on app.transaction_customer_month (merchant_id, month, amount desc, customer);
create index transaction_customer_month_of_customer on app.transaction_customer_month (merchant_id, customer, month);
call app.protect('app.transaction_customer_month');
grant select, insert, update, delete on app.transaction_customer_month to app_merchant;
grant select on app.transaction_customer_month to app_platform;

create table app.refund_day (
  merchant_id text not null,
  day date not null,
  status text not null,
  method text not null,
  reason text not null,
  failure_code text not null,
  count bigint not null check (count > 0),
  amount bigint not null,
  fees_amount bigint not null,
  primary key (merchant_id, day, status, method, reason, failure_code)
);
call app.protect('app.refund_day');
grant select, insert, delete on app.refund_day to app_merchant;
grant select on app.refund_day to app_platform;

create table app.refund_wait_day (
  merchant_id text not null,
  day date not null,
  method text not null,
  reason text not null,
  bucket int not null check (bucket >= 0),
  count bigint not null check (count > 0),
  primary key (merchant_id, day, method, reason, bucket)
);
comment on column app.refund_wait_day.bucket is 'Seconds from request to completion are above 1.1^(bucket - 1), up to 1.1^bucket';
call app.protect('app.refund_wait_day');
grant select, insert, delete on app.refund_wait_day to app_merchant;
grant select on app.refund_wait_day to app_platform;

create table app.disbursement_day (
  merchant_id text not null,
  day date not null,
  status text not null,
  bank_code text not null,
  rail text not null,
  failure_code text not null,
  count bigint not null check (count > 0),
  amount bigint not null,
  fees_amount bigint not null,
  primary key (merchant_id, day, status, bank_code, rail, failure_code)
);
call app.protect('app.disbursement_day');
grant select, insert, delete on app.disbursement_day to app_merchant;
grant select on app.disbursement_day to app_platform;

create table app.disbursement_wait_day (
  merchant_id text not null,
  day date not null,
  bank_code text not null,
  rail text not null,
  bucket int not null check (bucket >= 0),
  count bigint not null check (count > 0),
  primary key (merchant_id, day, bank_code, rail, bucket)
);
comment on column app.disbursement_wait_day.bucket is 'Seconds from request to completion are above 1.1^(bucket - 1), up to 1.1^bucket';
call app.protect('app.disbursement_wait_day');
grant select, insert, delete on app.disbursement_wait_day to app_merchant;
grant select on app.disbursement_wait_day to app_platform;
