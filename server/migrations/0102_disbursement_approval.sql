-- Disbursements are approved like other movements of money.
alter table app.approval_policy drop constraint approval_policy_subject_type_check;
alter table app.approval_policy add constraint approval_policy_subject_type_check
  check (subject_type in ('refund', 'balance_transfer', 'payout_account', 'disbursement'));
alter table app.approval_request drop constraint approval_request_subject_type_check;
alter table app.approval_request add constraint approval_request_subject_type_check
  check (subject_type in ('refund', 'balance_transfer', 'payout_account', 'balance_adjustment', 'disbursement'));
alter table app.approval_usage drop constraint approval_usage_subject_type_check;
alter table app.approval_usage add constraint approval_usage_subject_type_check
  check (subject_type in ('refund', 'balance_transfer', 'disbursement'));

-- A check that is still valid is used again for the same account.
create index account_check_recent on app.account_check (merchant_id, bank_code, account_last4, created_at desc);

-- What was reserved and what was released stay known after the end, for the verifier of the ledger.
alter table app.disbursement add column released_at timestamptz(3);
comment on column app.disbursement.released_at is 'When a reserved total was released: cancelled, or not executed';
