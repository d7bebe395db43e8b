-- Stickers: codes without an amount or an end that are paid any number of times, each time by a payment of its own.
-- And what codes of either kind can say: store, terminal, tip.
alter table app.qris_payment
  add column name text check (length(name) between 1 and 60),
  add column store text check (length(store) between 1 and 20),
  add column terminal text check (length(terminal) between 1 and 16),
  add column tip_mode text not null default 'none' check (tip_mode in ('none', 'prompt', 'fixed', 'percent')),
  add column tip_value bigint check (tip_value > 0),
  add column provider_reference text,
  add column created_by text,
  alter column transaction_id drop not null,
  alter column amount drop not null,
  alter column expires_at drop not null,
  drop constraint qris_payment_type_check,
  drop constraint qris_payment_status_check,
  add constraint qris_payment_type_check check (type in ('dynamic', 'static')),
  add constraint qris_payment_status_check
    check (status in ('issuing', 'active', 'paid', 'expired', 'cancelled', 'failed', 'inactive')),
  add constraint qris_payment_dynamic check (
    type <> 'dynamic' or (transaction_id is not null and amount is not null and expires_at is not null
      and name is null and status <> 'inactive')),
  add constraint qris_payment_static check (
    type <> 'static' or (transaction_id is null and amount is null and expires_at is null and paid_at is null
      and name is not null and status in ('issuing', 'active', 'inactive', 'failed'))),
  add constraint qris_payment_tip check ((tip_mode in ('fixed', 'percent')) = (tip_value is not null));
comment on column app.qris_payment.tip_value is 'Whole rupiah when the tip is fixed, hundredths of a percent when it is a share';
comment on column app.qris_payment.amount is 'Asked for, whole rupiah, without the tip; NULL: the payer types it (static)';
comment on column app.qris_payment.provider_reference is 'The bank''s own number of a sticker; that of a dynamic code stands with its payment';

-- The list of stickers, and the choices of store and terminal.
create index qris_payment_stickers on app.qris_payment (merchant_id, created_at desc, id desc) where type = 'static';
create index qris_payment_store on app.qris_payment (merchant_id, store, id) where store is not null;
create index qris_payment_terminal on app.qris_payment (merchant_id, terminal, id) where terminal is not null;

alter table app.transaction add column issuer_code text;
comment on column app.transaction.issuer_code is 'Number of the payer''s bank or wallet in the national switch (QRIS)';
create index transaction_qris on app.transaction (merchant_id, created_at desc, id desc) where method = 'qris';
create index transaction_rrn on app.transaction (merchant_id, rrn) where rrn is not null;
-- The network's number tells the payments of a sticker apart, whatever the bank calls them.
create unique index transaction_of_sticker on app.transaction (merchant_id, qris_payment_id, rrn) where source = 'static_qr';
