-- A refund takes the payment's fee back when it holds its money, not only at its end: the net of an unsettled payment
-- covers its whole refund. What is not covered by it comes out of the available balance.
alter table app.refund
  add column covered_amount bigint not null default 0 check (covered_amount >= 0),
  add column fee_back_held_amount bigint not null default 0 check (fee_back_held_amount >= 0),
  add column fee_vat_back_held_amount bigint not null default 0 check (fee_vat_back_held_amount >= 0),
  -- The receiving bank may send a transfer back for days after it was credited.
  add column return_asked_at timestamptz(3),
  add column returned_at timestamptz(3),
  add constraint refund_returned check (returned_at is null or (method = 'transfer' and status = 'failed'));
comment on column app.refund.covered_amount is 'What of the held money came out of the available balance, whole rupiah';
comment on column app.refund.fee_back_held_amount is 'Fee of the payment that came back when the money was held; 0: it comes at the end';
comment on column app.refund.return_asked_at is 'When the bank was last asked whether the transfer came back';
comment on column app.refund.returned_at is 'When it was known that the transfer came back after it had succeeded';
create index refund_may_return on app.refund (merchant_id, completed_at) where status = 'succeeded' and method = 'transfer';

-- Until when the bank's own list of a sticker's payments was read: what was paid before is known.
alter table app.qris_payment add column history_read_to timestamptz(3);
create index qris_payment_history_due on app.qris_payment (merchant_id, history_read_to)
  where type = 'static' and status in ('active', 'inactive');

-- The provider's answer to a line that somebody does not agree with: an adjustment, or words.
alter table app.settlement_dispute
  add column adjustment_amount bigint check (adjustment_amount <> 0),
  add constraint settlement_dispute_answered check ((status = 'open') = (answered_at is null)),
  add constraint settlement_dispute_adjusted check ((status = 'accepted') = (adjustment_amount is not null));
comment on column app.settlement_dispute.adjustment_amount is 'Given to the merchant (above zero) or taken, whole rupiah; in the next batch';
create index settlement_dispute_newest on app.settlement_dispute (merchant_id, created_at desc, id desc);

-- The provider's own terms and those of one merchant go on by new rows, never by changed ones.
grant insert on app.settlement_term to app_platform;
alter table app.settlement_term
  add column created_by text,
  add column created_at timestamptz(3);
alter table app.merchant_settlement_term add column created_by text;
alter table app.holiday
  add column changed_by text,
  add column changed_at timestamptz(3);

-- The merchant's own texts, handed on to every payment of a number.
alter table app.virtual_account add column metadata jsonb;
