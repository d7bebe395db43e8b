-- Channels that the provider switched off for a merchant.
alter table app.merchant add column disabled_channels text[] not null default '{}';
comment on column app.merchant.disabled_channels is 'QRIS and banks through which no new payments are created';
alter table app.merchant_event drop constraint merchant_event_kind_check;
alter table app.merchant_event add constraint merchant_event_kind_check
  check (kind in ('status', 'verification', 'payments', 'payouts', 'settlement_hold', 'limits', 'channels'));
