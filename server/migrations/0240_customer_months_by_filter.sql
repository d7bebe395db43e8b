-- Paid payments by customer and month: all of them (dimension ''), and those of each method, source, bank, issuer and
-- payment link, so that the largest customers under a filter are found in months too. They change with the counted days.
drop table app.transaction_customer_month;
create table app.transaction_customer_month (
  merchant_id text not null,
  dimension text not null check (dimension in ('', 'method', 'source', 'channel_code', 'issuer', 'payment_link_id')),
  value text not null,
  month date not null,
  customer text not null,
  count bigint not null,
  amount bigint not null,
  primary key (merchant_id, dimension, value, month, customer)
);
comment on column app.transaction_customer_month.dimension is 'Column of transaction_customer_day that has the value; empty: all payments';
comment on column app.transaction_customer_month.month is 'First day of the month';
-- The days that are counted already.
alter table app.transaction_customer_day no force row level security;
insert into app.transaction_customer_month (merchant_id, dimension, value, month, customer, count, amount)
  select d.merchant_id, v.dimension, v.value, date_trunc('month', d.day::timestamp)::date, d.customer, sum(d.count),
    sum(d.amount)
  from app.transaction_customer_day d
  cross join lateral (values ('', ''), ('method', d.method), ('source', d.source), ('channel_code', d.channel_code),
    ('issuer', d.issuer), ('payment_link_id', d.payment_link_id)) v (dimension, value)
  where v.dimension = '' or v.value <> ''
  group by d.merchant_id, v.dimension, v.value, date_trunc('month', d.day::timestamp)::date, d.customer;
alter table app.transaction_customer_day force row level security;
create index transaction_customer_month_largest
  on app.transaction_customer_month (merchant_id, dimension, value, month, amount desc, customer);
-- Rows that nothing is left of; they are deleted after each recount.
create index transaction_customer_month_empty on app.transaction_customer_month (merchant_id, month) where count = 0;
call app.protect('app.transaction_customer_month');
grant select, insert, update, delete on app.transaction_customer_month to app_merchant;
grant select on app.transaction_customer_month to app_platform;

-- A recount writes only the customers that changed.
grant update on app.transaction_customer_day to app_merchant;
