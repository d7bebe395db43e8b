-- Commission entries: what each payment earned, in the merchant that was paid. A daily run books them; the ledger has one
-- posting per booking. Entries are append-only: refunds and returns add further ones.
create table app.commission_booking (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  rule_id text not null,
  series_id text not null,
  group_id text not null,
  earned_by text not null,
  bearer text not null check (bearer in ('from_platform_fee', 'from_merchant_net')),
  day date not null,
  transaction_count int not null check (transaction_count >= 0),
  gross_amount bigint not null check (gross_amount >= 0),
  fee_amount bigint not null check (fee_amount >= 0),
  earned_amount bigint not null check (earned_amount >= 0),
  returned_amount bigint not null check (returned_amount >= 0),
  booked_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
comment on column app.commission_booking.rule_id is 'Version of the rule';
comment on column app.commission_booking.earned_by is 'Id of the merchant that earns the commission';
comment on column app.commission_booking.day is 'Business day (WIB) of the payments, or of the run that found a refund';
comment on column app.commission_booking.returned_amount is 'Taken back for refunds and reversals, whole rupiah';
create index commission_booking_series on app.commission_booking (series_id, day);
call app.protect('app.commission_booking');
grant select, insert on app.commission_booking to app_merchant;
grant select on app.commission_booking to app_platform;

create table app.commission_entry (
  merchant_id text not null,
  id text not null,
  booking_id text not null,
  series_id text not null,
  transaction_id text not null,
  kind text not null check (kind in ('earned', 'adjusted')),
  amount bigint not null,
  primary key (merchant_id, id),
  constraint commission_entry_booking foreign key (merchant_id, booking_id)
    references app.commission_booking (merchant_id, id),
  check (kind <> 'earned' or amount >= 0),
  check (kind <> 'adjusted' or amount <> 0)
);
comment on column app.commission_entry.kind is 'earned: at the payment, also zero; adjusted: a refund, a reversal, or a returned refund';
create unique index commission_entry_earned on app.commission_entry (merchant_id, transaction_id, series_id)
  where kind = 'earned';
create index commission_entry_transaction on app.commission_entry (merchant_id, transaction_id);
create index commission_entry_of_booking on app.commission_entry (merchant_id, booking_id);
call app.protect('app.commission_entry');
grant select, insert on app.commission_entry to app_merchant;
grant select on app.commission_entry to app_platform;

-- How far the postings of a merchant were examined.
create table app.commission_progress (
  merchant_id text not null primary key references app.merchant (merchant_id),
  booked_to timestamptz(3)
);
call app.protect('app.commission_progress');
grant select, insert, update on app.commission_progress to app_merchant;
grant select on app.commission_progress to app_platform;

-- The volume that decides the tier of a day. It is stored once, so that every payment of a day has the same tier.
create table app.commission_volume (
  merchant_id text not null references app.merchant (merchant_id),
  series_id text not null,
  day date not null,
  volume_amount bigint not null check (volume_amount >= 0),
  primary key (merchant_id, series_id, day)
);
comment on column app.commission_volume.volume_amount is
  'Paid volume of the month that the rule is about, up to the end of the day before, whole rupiah';
call app.protect('app.commission_volume');
grant select, insert on app.commission_volume to app_merchant;
grant select on app.commission_volume to app_platform;
