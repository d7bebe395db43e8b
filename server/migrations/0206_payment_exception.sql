-- Payments of static QR codes that the provider does not allow: the money has arrived, so a person decides what happens.
create table app.sticker_payment_exception (
  merchant_id text not null,
  transaction_id text not null,
  reason text not null check (reason in ('limit_exceeded', 'channel_disabled')),
  amount bigint not null check (amount > 0),
  sticker_name text not null,
  at timestamptz(3) not null,
  primary key (merchant_id, transaction_id),
  constraint sticker_payment_exception_of foreign key (merchant_id, transaction_id)
    references app.transaction (merchant_id, id)
);
comment on column app.sticker_payment_exception.reason is
  'limit_exceeded: above the limit of one payment; channel_disabled: QRIS was disabled for the merchant, whatever the amount';
call app.protect('app.sticker_payment_exception');
create index sticker_payment_exception_newest on app.sticker_payment_exception (at desc);
grant select, insert on app.sticker_payment_exception to app_merchant;
grant select on app.sticker_payment_exception to app_platform;

-- Merchants that are reviewed again are few among all.
create index merchant_under_re_review on app.merchant (merchant_id) where verification_status = 'under_re_review';
