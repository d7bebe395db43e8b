-- Credit notes are a kind of request of their own in the list of approvals.
alter table app.approval_request drop constraint approval_request_subject_type_check;
alter table app.approval_request add constraint approval_request_subject_type_check
  check (subject_type in ('refund', 'balance_transfer', 'payout_account', 'balance_adjustment', 'disbursement',
    'disbursement_batch', 'commission_rule', 'credit_note'));
