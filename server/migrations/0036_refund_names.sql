-- Columns of refunds in standard terms, and timeline events that are named by what happened rather than by the status
-- of the payment.
alter table app.refund rename column asked_at to last_checked_at;
alter table app.refund rename column return_asked_at to return_checked_at;
comment on column app.refund.last_checked_at is 'When the status of the refund was last requested from the bank';
comment on column app.refund.return_checked_at is 'When the bank was last asked whether it returned the transfer';

alter table app.refund_rule rename column takes_parts to allows_partial;
comment on column app.refund_rule.allows_partial is 'Whether the original payment method accepts partial refunds';

alter table app.transaction_event
  add column code text,
  add column refund_id text,
  add column refund_amount bigint,
  add column note text;
comment on column app.transaction_event.code is 'What happened, where the event does not change the status of the payment';
comment on column app.transaction_event.refund_id is 'The refund that the event is about';
comment on column app.transaction_event.refund_amount is 'Amount of that refund, whole rupiah';
comment on column app.transaction_event.note is 'Text of a person or of the bank that belongs to the event';
