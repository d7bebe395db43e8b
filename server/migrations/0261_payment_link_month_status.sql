-- The months of links hold every status, not only the paid ones, so that the figures of all links read them too.
drop index app.payment_link_month_largest;
alter table app.payment_link_month
  add column status text not null default '',
  add column offered_count bigint not null default 0,
  add column fees_amount bigint not null default 0,
  add column refunded_amount bigint not null default 0;
alter table app.payment_link_month drop constraint payment_link_month_pkey;
alter table app.payment_link_month add primary key (merchant_id, month, payment_link_id, status);
alter table app.payment_link_month no force row level security;
alter table app.payment_link_detail_month no force row level security;
delete from app.payment_link_month where true;
insert into app.payment_link_month
  (merchant_id, month, payment_link_id, status, count, offered_count, amount, fees_amount, refunded_amount)
  select merchant_id, month, payment_link_id, status, sum(count), sum(offered_count), sum(amount), sum(fees_amount),
  sum(refunded_amount)
  from app.payment_link_detail_month
  group by merchant_id, month, payment_link_id, status;
alter table app.payment_link_month force row level security;
alter table app.payment_link_detail_month force row level security;
alter table app.payment_link_month
  alter column status drop default,
  alter column offered_count drop default,
  alter column fees_amount drop default,
  alter column refunded_amount drop default;
