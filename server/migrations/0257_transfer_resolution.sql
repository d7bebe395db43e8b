-- A transfer that the bank does not answer clearly is ended by two people of the provider: executed with an amount, or not
-- executed. One request at a time, in the row of the transfer; its approval is in the list of approvals.
alter table app.bank_transfer
  add column resolution text check (resolution in ('executed', 'not_executed')),
  add column resolution_amount bigint check (resolution_amount > 0),
  add column resolution_reference text,
  add column resolution_reason text,
  add column resolved_at timestamptz(3),
  add column executed_amount bigint check (executed_amount > 0);
alter table app.bank_transfer add constraint bank_transfer_resolution check (
  (resolution is null) = (resolution_reason is null)
  and (resolution is not distinct from 'executed') = (resolution_amount is not null)
  and (resolution_amount is null) = (resolution_reference is null)
  and (resolved_at is null or resolution is not null));
comment on column app.bank_transfer.resolution is 'What a person of the provider found out about it; in force since resolved_at';
comment on column app.bank_transfer.resolution_reference is 'Reference of the transfer in the statement or answer of the bank';
comment on column app.bank_transfer.resolved_at is 'When another person approved the resolution; null: it waits, or there is none';
comment on column app.bank_transfer.executed_amount is
  'What the bank executed by an approved resolution; null: the amount of the order, if it was executed';

alter table app.approval_request drop constraint approval_request_subject_type_check;
alter table app.approval_request add constraint approval_request_subject_type_check
  check (subject_type in ('refund', 'balance_transfer', 'payout_account', 'balance_adjustment', 'disbursement',
    'disbursement_batch', 'commission_rule', 'credit_note', 'commission_statement', 'settlement',
    'transfer_resolution'));
