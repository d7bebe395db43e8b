-- Approvals: who must agree before money moves or a payout account changes.

-- Policies are versions: the newest of a subject is in force, and no version ever changes. Without one, the default
-- applies: one other person with the level `approve`.
create table app.approval_policy (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  subject_type text not null check (subject_type in ('refund', 'balance_transfer', 'payout_account')),
  version int not null check (version > 0),
  tiers jsonb not null,
  daily_limit bigint check (daily_limit > 0),
  expires_after_hours int not null check (expires_after_hours between 1 and 720),
  changed_by_id text not null,
  changed_by text not null,
  changed_at timestamptz(3) not null,
  primary key (merchant_id, id),
  constraint approval_policy_version unique (merchant_id, subject_type, version)
);
comment on column app.approval_policy.tiers is 'Required approvals and approvers by amount, ascending; the first starts at 0';
comment on column app.approval_policy.daily_limit is 'What one person may request per day (WIB), whole rupiah; null: no limit';
call app.protect('app.approval_policy');
grant select, insert on app.approval_policy to app_merchant;
grant select on app.approval_policy to app_platform;

-- A request keeps the policy that was in force when it was made.
create table app.approval_request (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  subject_type text not null check (subject_type in ('refund', 'balance_transfer', 'payout_account', 'balance_adjustment')),
  subject_id text not null,
  amount bigint,
  facts jsonb not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
  policy_version int not null,
  approvals_required int not null check (approvals_required between 1 and 3),
  approver_roles text[] not null,
  approver_user_ids text[] not null,
  approvals_given int not null default 0,
  requested_by_type text not null check (requested_by_type in ('user', 'api_key')),
  requested_by_id text not null,
  requested_by text not null,
  requested_by_owner text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  closed_at timestamptz(3),
  primary key (merchant_id, id),
  constraint approval_request_owner unique (merchant_id, id, requested_by_owner),
  check ((status = 'pending') = (closed_at is null)),
  check (status <> 'approved' or approvals_given >= approvals_required)
);
comment on column app.approval_request.policy_version is 'Version of the policy in force when it was made; 0: the default policy';
comment on column app.approval_request.requested_by_owner is 'Id of the user who requested it, directly or through an API key';
comment on column app.approval_request.approver_roles is 'Roles that may approve; with approver_user_ids empty as well: everyone with the level approve';
create unique index approval_request_open on app.approval_request (merchant_id, subject_type, subject_id) where status = 'pending';
create index approval_request_newest on app.approval_request (merchant_id, created_at desc, id desc);
create index approval_request_waiting on app.approval_request (merchant_id, created_at desc, id desc) where status = 'pending';
create index approval_request_due on app.approval_request (expires_at) where status = 'pending';
call app.protect('app.approval_request');
grant select, insert, update on app.approval_request to app_merchant;
grant select on app.approval_request to app_platform;

-- One decision per person. The database itself keeps a requester from approving.
create table app.approval_decision (
  merchant_id text not null,
  request_id text not null,
  person_id text not null,
  requested_by_owner text not null,
  person text not null,
  decision text not null check (decision in ('approve', 'reject')),
  reason text,
  ip text,
  decided_at timestamptz(3) not null,
  primary key (merchant_id, request_id, person_id),
  constraint approval_decision_request foreign key (merchant_id, request_id, requested_by_owner)
    references app.approval_request (merchant_id, id, requested_by_owner),
  constraint approval_decision_other_person check (decision = 'reject' or person_id <> requested_by_owner)
);
call app.protect('app.approval_decision');
grant select, insert on app.approval_decision to app_merchant;
grant select on app.approval_decision to app_platform;

-- What a person requested on a day (WIB); its row is locked while the daily limit is checked.
create table app.approval_usage (
  merchant_id text not null references app.merchant (merchant_id),
  subject_type text not null check (subject_type in ('refund', 'balance_transfer')),
  person_id text not null,
  day date not null,
  amount bigint not null check (amount >= 0),
  primary key (merchant_id, subject_type, person_id, day)
);
call app.protect('app.approval_usage');
grant select, insert, update on app.approval_usage to app_merchant;
grant select on app.approval_usage to app_platform;

-- What waits already gets a request under the default policy. The owner is bound by FORCE ROW LEVEL SECURITY, so it is
-- lifted meanwhile.
alter table app.refund no force row level security;
alter table app.balance_transfer no force row level security;
alter table app.bank_account no force row level security;
alter table app.settlement_setting no force row level security;
alter table app.settlement_dispute no force row level security;
alter table app.account_check no force row level security;
alter table app.transaction no force row level security;
alter table app.approval_request no force row level security;

insert into app.approval_request (merchant_id, id, subject_type, subject_id, amount, facts, status, policy_version,
  approvals_required, approver_roles, approver_user_ids, requested_by_type, requested_by_id, requested_by,
  requested_by_owner, created_at, expires_at)
select w.merchant_id, 'apr_' || right(w.subject_id, 26), w.subject_type, w.subject_id, w.amount,
  '{"transaction_id": null, "merchant_reference": null, "reason": null, "bank_code": null, "account_last4": null,
    "holder_name": null, "batch_id": null}'::jsonb || w.facts,
  'pending', 0, 1, '{}', '{}', w.requested_by_type, w.requested_by_id, w.requested_by, w.requested_by_owner, w.created_at,
  now() + interval '72 hours'
from (
  select r.merchant_id, 'refund' as subject_type, r.id as subject_id, r.amount,
    jsonb_build_object('transaction_id', r.transaction_id, 'merchant_reference', t.merchant_reference,
      'reason', coalesce(r.reason_text, r.reason), 'bank_code', c.bank_code, 'account_last4', c.account_last4,
      'holder_name', c.account_name) as facts,
    r.requested_by_type, r.requested_by_id, r.requested_by, r.requested_by_owner, r.created_at
  from app.refund r
  join app.transaction t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
  left join app.account_check c on c.merchant_id = r.merchant_id and c.id = r.account_check_id
  where r.status = 'pending'
  union all
  select b.merchant_id, 'balance_transfer', b.id, b.amount, '{}', b.requested_by_type, b.requested_by_id,
    b.requested_by_name, b.requested_by_owner, b.created_at
  from app.balance_transfer b where b.status = 'pending'
  union all
  select a.merchant_id, 'payout_account', a.id, null,
    jsonb_build_object('bank_code', a.bank_code, 'account_last4', a.account_last4, 'holder_name', a.holder_name),
    'user', coalesce(a.requested_by_owner, ''), a.created_by, coalesce(a.requested_by_owner, ''), a.created_at
  from app.bank_account a
  join app.settlement_setting s on s.merchant_id = a.merchant_id and s.next_bank_account_id = a.id
  where a.approved_at is null and a.rejected_at is null
  union all
  select d.merchant_id, 'balance_adjustment', d.id, d.proposed_amount,
    jsonb_build_object('batch_id', d.batch_id, 'reason', d.proposed_answer),
    'user', d.proposed_by_id, d.proposed_by, d.proposed_by_id, d.proposed_at
  from app.settlement_dispute d where d.status = 'open' and d.proposed_amount is not null
) w;

alter table app.refund force row level security;
alter table app.balance_transfer force row level security;
alter table app.bank_account force row level security;
alter table app.settlement_setting force row level security;
alter table app.settlement_dispute force row level security;
alter table app.account_check force row level security;
alter table app.transaction force row level security;
alter table app.approval_request force row level security;
