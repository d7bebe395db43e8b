-- Changes that a merchant requests after its approval: the values in force stay until the provider approves them.
create table app.merchant_change (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  before jsonb not null,
  after jsonb not null,
  requested_by_id text not null,
  requested_by text not null,
  requested_at timestamptz(3) not null,
  decided_by_id text,
  decided_by text,
  decided_at timestamptz(3),
  reason text,
  primary key (merchant_id, id),
  check ((status = 'pending') = (decided_at is null))
);
comment on column app.merchant_change.before is 'Values in force when the change was requested, by field';
comment on column app.merchant_change.after is 'Requested values by field';
create unique index merchant_change_pending on app.merchant_change (merchant_id) where status = 'pending';
create index merchant_change_newest on app.merchant_change (merchant_id, requested_at desc, id desc);
call app.protect('app.merchant_change');
grant select, insert, update on app.merchant_change to app_merchant;
grant select on app.merchant_change to app_platform;
