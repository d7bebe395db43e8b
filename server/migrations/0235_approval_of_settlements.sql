-- Closed settlements of merchants that approve their payouts wait in the list of approvals. The system requests them, and
-- they do not expire.
alter table app.approval_request drop constraint approval_request_subject_type_check;
alter table app.approval_request add constraint approval_request_subject_type_check
  check (subject_type in ('refund', 'balance_transfer', 'payout_account', 'balance_adjustment', 'disbursement',
    'disbursement_batch', 'commission_rule', 'credit_note', 'commission_statement', 'settlement'));
alter table app.approval_request drop constraint approval_request_requested_by_type_check;
alter table app.approval_request add constraint approval_request_requested_by_type_check
  check (requested_by_type in ('user', 'api_key', 'system'));
alter table app.approval_request alter column requested_by drop not null;
alter table app.approval_request add constraint approval_request_requester
  check ((requested_by_type = 'system') = (requested_by is null));
alter table app.approval_request alter column expires_at drop not null;
comment on column app.approval_request.expires_at is 'null: it does not expire';

-- The reason of a decision on a write-off from the list of approvals.
alter table app.bank_write_off add column decision_reason text;
create index bank_write_off_newest on app.bank_write_off (requested_at desc, id desc);

-- What waits already. The owner is bound by FORCE ROW LEVEL SECURITY, so it is lifted meanwhile.
alter table app.settlement_batch no force row level security;
alter table app.bank_account no force row level security;
alter table app.approval_request no force row level security;

insert into app.approval_request (merchant_id, id, subject_type, subject_id, amount, facts, status, policy_version,
  approvals_required, approver_roles, approver_user_ids, requested_by_type, requested_by_id, requested_by_owner,
  created_at, expires_at)
select b.merchant_id, 'apr_' || right(b.id, 26), 'settlement', b.id, b.net_amount,
  jsonb_build_object('transaction_id', null, 'merchant_reference', null, 'reason', null, 'bank_code', a.bank_code,
    'account_last4', a.account_last4, 'holder_name', a.holder_name, 'batch_id', b.id, 'batch_no', b.batch_no),
  'pending', 0, 1, '{}', '{}', 'system', 'system', 'system', b.updated_at, null
from app.settlement_batch b
left join app.bank_account a on a.merchant_id = b.merchant_id and a.id = b.bank_account_id
where b.status = 'closed';

alter table app.settlement_batch force row level security;
alter table app.bank_account force row level security;
alter table app.approval_request force row level security;
