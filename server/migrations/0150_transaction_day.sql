-- Payments counted per business day (WIB) of their creation, for figures over long ranges by bank, issuer and failure.
-- The rows follow the marks of transaction_mark: a day with a marked hour is read from the payments until it is recounted,
-- so sums are exact at every moment. Absent values are '', because they are part of the key.
create table app.transaction_day (
  merchant_id text not null,
  day date not null,
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
  primary key (merchant_id, day, status, method, source, channel_code, issuer, failure_code)
);
comment on column app.transaction_day.offered_count is 'Payments that the payer could pay: the bank issued their code or number';
comment on column app.transaction_day.fees_amount is 'Fees including VAT (PPN), whole rupiah';
call app.protect('app.transaction_day');
grant select, insert, delete on app.transaction_day to app_merchant;
grant select on app.transaction_day to app_platform;

-- How long payers took, in buckets that grow by a tenth: a percentile is within 5 % of the exact one.
create table app.transaction_wait_day (
  merchant_id text not null,
  day date not null,
  method text not null,
  source text not null,
  channel_code text not null,
  issuer text not null,
  bucket int not null check (bucket >= 0),
  count bigint not null check (count > 0),
  primary key (merchant_id, day, method, source, channel_code, issuer, bucket)
);
comment on column app.transaction_wait_day.bucket is 'Seconds from creation to payment are above 1.1^(bucket - 1), up to 1.1^bucket';
call app.protect('app.transaction_wait_day');
grant select, insert, delete on app.transaction_wait_day to app_merchant;
grant select on app.transaction_wait_day to app_platform;

-- Paid payments per payment link.
create table app.transaction_link_day (
  merchant_id text not null,
  day date not null,
  payment_link_id text not null,
  method text not null,
  count bigint not null check (count > 0),
  amount bigint not null,
  primary key (merchant_id, day, payment_link_id, method)
);
call app.protect('app.transaction_link_day');
grant select, insert, delete on app.transaction_link_day to app_merchant;
grant select on app.transaction_link_day to app_platform;

alter table app.transaction_roll add column days_rolled_to date;
comment on column app.transaction_roll.days_rolled_to is 'Business days before it are counted; NULL: none';
