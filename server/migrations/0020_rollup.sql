-- Payments counted per hour of their creation, so that totals of a long range cost the same at any size.
-- Whoever makes or moves a payment appends a mark in the same statement; an hour with a mark is counted from the
-- payments themselves until the roller has counted it again. So a total is exact at every moment, and no row is hot.
create table app.transaction_hour (
  merchant_id text not null,
  hour timestamptz(3) not null,
  status text not null,
  method text not null,
  source text not null,
  count bigint not null check (count > 0),
  amount bigint not null,
  fee_amount bigint not null,
  fee_vat_amount bigint not null,
  net_amount bigint not null,
  refunded_amount bigint not null,
  primary key (merchant_id, hour, status, method, source)
);
comment on column app.transaction_hour.hour is 'First instant of the hour of created_at (UTC; an hour of Jakarta is the same)';
call app.protect('app.transaction_hour');
grant select, insert, delete on app.transaction_hour to app_merchant;
grant select on app.transaction_hour to app_platform;

create table app.transaction_mark (
  merchant_id text not null,
  hour timestamptz(3) not null,
  id text not null,
  primary key (merchant_id, hour, id)
);
comment on column app.transaction_mark.hour is 'Hour of creation of a payment that was made or moved since it was counted';
call app.protect('app.transaction_mark');
grant select, insert, delete on app.transaction_mark to app_merchant;
grant select on app.transaction_mark to app_platform;

-- How far the hours are counted. Also the lock that the rollers of a merchant take: two of them would count one hour
-- from two different moments. Nothing is counted here: the roller goes through the past of each merchant in steps,
-- and until it has come by, totals are counted from the payments as before.
create table app.transaction_roll (
  merchant_id text primary key references app.merchant (merchant_id),
  rolled_to timestamptz(3)
);
comment on column app.transaction_roll.rolled_to is 'Hours before it are counted; NULL: none';
call app.protect('app.transaction_roll');
grant select, insert, update on app.transaction_roll to app_merchant;
grant select on app.transaction_roll to app_platform;
