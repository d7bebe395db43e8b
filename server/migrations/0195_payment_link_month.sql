-- Paid payments by link and month, as for customers: the index by amount finds the few links that can be among the first.
create table app.payment_link_month (
  merchant_id text not null,
  month date not null,
  payment_link_id text not null,
  count bigint not null,
  amount bigint not null,
  primary key (merchant_id, month, payment_link_id)
);
comment on column app.payment_link_month.month is 'First day of the month';
create index payment_link_month_largest on app.payment_link_month (merchant_id, month, amount desc, payment_link_id);
create index payment_link_month_of_link on app.payment_link_month (merchant_id, payment_link_id, month);
call app.protect('app.payment_link_month');
grant select, insert, update, delete on app.payment_link_month to app_merchant;
grant select on app.payment_link_month to app_platform;

-- Hours of one bank or issuer over a year.
create index transaction_hour_day_of_issuer on app.transaction_hour_day (merchant_id, issuer, day);
create index transaction_hour_day_of_channel on app.transaction_hour_day (merchant_id, channel_code, day);

-- Days that were counted before have no months of links, so they are counted again.
truncate app.day_roll;
