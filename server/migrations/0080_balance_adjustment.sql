-- Corrections of a merchant's balances by the provider: requested by one person, posted at the approval of another.
create table app.balance_adjustment (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  account_type text not null check (account_type in ('pending_settlement', 'available', 'payout')),
  amount bigint not null check (amount <> 0),
  reason text not null,
  status text not null check (status in ('pending', 'posted', 'rejected')),
  requested_by_id text not null,
  requested_by text not null,
  created_at timestamptz(3) not null,
  decided_by_id text,
  decided_by text,
  decided_at timestamptz(3),
  remark text,
  primary key (merchant_id, id),
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'posted' or decided_by_id <> requested_by_id)
);
comment on table app.balance_adjustment is 'Corrections of balances by the provider, with two persons';
comment on column app.balance_adjustment.amount is 'Credit (positive) or debit (negative) of the merchant, whole rupiah';
comment on column app.balance_adjustment.decided_by_id is 'Who approved or rejected it; null when the request expired';
create index balance_adjustment_newest on app.balance_adjustment (merchant_id, created_at desc, id desc);
call app.protect('app.balance_adjustment');
grant select, insert, update on app.balance_adjustment to app_merchant;
grant select on app.balance_adjustment to app_platform;
