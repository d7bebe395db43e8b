-- What stops a disbursement before it is sent: controls that became stricter since it was requested, and a transfer that it
-- repeats and that the bank executed after all.
alter table app.disbursement drop constraint disbursement_failure_code_check;
alter table app.disbursement add constraint disbursement_failure_code_check
  check (failure_code in ('account_not_found', 'account_closed', 'account_dormant', 'bank_refused', 'bank_offline',
    'outside_cutoff', 'limit_exceeded', 'not_received', 'transfer_failed', 'transfer_returned', 'beneficiary_blocked',
    'beneficiary_not_allowed', 'payout_limit_exceeded', 'already_paid'));

alter table app.disbursement_batch_row drop constraint disbursement_batch_row_exclusion_check;
alter table app.disbursement_batch_row add constraint disbursement_batch_row_exclusion_check
  check (exclusion in ('error', 'approver', 'no_rail', 'duplicate_reference', 'beneficiary_blocked',
    'beneficiary_not_allowed', 'payout_limit_exceeded'));

-- A disbursement is repeated once; the repetition can be repeated in turn. Of several repetitions of one disbursement, the
-- first stays linked. The owner is bound by FORCE ROW LEVEL SECURITY, so it is lifted meanwhile.
alter table app.disbursement no force row level security;
update app.disbursement d set retry_of = null
where d.retry_of is not null and exists (
  select from app.disbursement e
  where e.merchant_id = d.merchant_id and e.retry_of = d.retry_of and (e.created_at, e.id) < (d.created_at, d.id));
alter table app.disbursement force row level security;
drop index app.disbursement_retried;
create unique index disbursement_retried on app.disbursement (merchant_id, retry_of) where retry_of is not null;
