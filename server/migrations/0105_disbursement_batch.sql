-- Disbursement batches: files of payments that are validated row by row, reviewed, approved and then paid.

create table app.disbursement_batch (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  batch_reference text not null,
  note text,
  file_id text not null,
  file_name text not null,
  sha256 text not null,
  status text not null check (status in ('uploaded', 'validating', 'ready', 'needs_fix', 'pending_approval', 'approved',
    'processing', 'completed', 'partially_completed', 'failed', 'rejected', 'cancelled')),
  file_rows int not null check (file_rows > 0),
  read_rows int not null default 0,
  total_rows int not null check (total_rows >= 0),
  checked_rows int not null default 0,
  valid_rows int not null default 0,
  warning_rows int not null default 0,
  invalid_rows int not null default 0,
  excluded_rows int not null default 0,
  total_amount bigint not null default 0,
  total_fee bigint not null default 0,
  paid_rows int not null default 0,
  failed_rows int not null default 0,
  paid_amount bigint not null default 0,
  created_by_id text not null,
  created_by text not null,
  submitted_by_type text check (submitted_by_type in ('user', 'api_key')),
  submitted_by_id text,
  submitted_by text,
  submitted_by_owner text,
  submitted_at timestamptz(3),
  decided_by_id text,
  decided_by text,
  decided_at timestamptz(3),
  rejected_reason text,
  completed_at timestamptz(3),
  last_event_seq int not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
comment on column app.disbursement_batch.read_rows is 'Rows of the file that were read; the rest follows';
comment on column app.disbursement_batch.total_amount is 'Sum of the rows that are paid, whole rupiah';
comment on column app.disbursement_batch.total_fee is 'Fees of the rows that are paid with VAT, whole rupiah';
comment on column app.disbursement_batch.submitted_by_owner is 'Id of the user who submitted it, directly or through an API key';
create unique index disbursement_batch_file on app.disbursement_batch (merchant_id, sha256)
  where status not in ('failed', 'rejected', 'cancelled');
create index disbursement_batch_newest on app.disbursement_batch (merchant_id, created_at desc, id desc);
create index disbursement_batch_open on app.disbursement_batch (updated_at)
  where status in ('uploaded', 'validating', 'approved', 'processing');
call app.protect('app.disbursement_batch');
grant select, insert, update on app.disbursement_batch to app_merchant;
grant select on app.disbursement_batch to app_platform;

-- Texts are kept as in the file, so that the review shows what was sent. The account number is encrypted.
create table app.disbursement_batch_row (
  merchant_id text not null,
  batch_id text not null,
  row_no int not null check (row_no > 0),
  id text not null,
  revision int not null default 1,
  status text not null check (status in ('unchecked', 'valid', 'warning', 'error')),
  is_excluded boolean not null default false,
  reference_id text not null,
  amount_text text not null,
  amount bigint,
  bank_text text not null,
  bank_code char(3),
  account_no_sealed text not null,
  account_last4 text not null,
  account_name text not null,
  account_check_id text,
  verified_name text,
  name_match int check (name_match between 0 and 100),
  description text not null,
  email text not null,
  email_cc text not null,
  email_bcc text not null,
  issues jsonb not null default '[]',
  fee_amount bigint,
  disbursement_id text,
  primary key (merchant_id, batch_id, row_no),
  constraint disbursement_batch_row_id unique (merchant_id, id),
  constraint disbursement_batch_row_of foreign key (merchant_id, batch_id)
    references app.disbursement_batch (merchant_id, id),
  constraint disbursement_batch_row_account foreign key (merchant_id, account_check_id)
    references app.account_check (merchant_id, id),
  check (status in ('unchecked', 'error') or (amount is not null and bank_code is not null and account_check_id is not null)),
  check (disbursement_id is null or not is_excluded)
);
comment on column app.disbursement_batch_row.id is 'Batch and number of the row: the context of the encrypted account number';
comment on column app.disbursement_batch_row.revision is 'Grows with every change of its values: a validation of earlier values is dropped';
comment on column app.disbursement_batch_row.fee_amount is 'Fee of the transfer with VAT, whole rupiah; null until it is valid';
create index disbursement_batch_row_status on app.disbursement_batch_row (merchant_id, batch_id, status, row_no);
create index disbursement_batch_row_reference on app.disbursement_batch_row (merchant_id, reference_id);
call app.protect('app.disbursement_batch_row');
grant select, insert, update, delete on app.disbursement_batch_row to app_merchant;
grant select on app.disbursement_batch_row to app_platform;

create table app.disbursement_batch_event (
  merchant_id text not null,
  batch_id text not null,
  seq int not null check (seq > 0),
  at timestamptz(3) not null,
  from_status text,
  to_status text not null,
  actor_type text not null check (actor_type in ('system', 'user', 'provider', 'api_key')),
  actor_name text,
  reason text,
  primary key (merchant_id, batch_id, seq),
  constraint disbursement_batch_event_of foreign key (merchant_id, batch_id)
    references app.disbursement_batch (merchant_id, id)
);
call app.protect('app.disbursement_batch_event');
grant select, insert on app.disbursement_batch_event to app_merchant;
grant select on app.disbursement_batch_event to app_platform;

-- Batches are approved as a whole.
alter table app.approval_policy drop constraint approval_policy_subject_type_check;
alter table app.approval_policy add constraint approval_policy_subject_type_check
  check (subject_type in ('refund', 'balance_transfer', 'payout_account', 'disbursement', 'disbursement_batch'));
alter table app.approval_request drop constraint approval_request_subject_type_check;
alter table app.approval_request add constraint approval_request_subject_type_check
  check (subject_type in ('refund', 'balance_transfer', 'payout_account', 'balance_adjustment', 'disbursement',
    'disbursement_batch'));
alter table app.approval_usage drop constraint approval_usage_subject_type_check;
alter table app.approval_usage add constraint approval_usage_subject_type_check
  check (subject_type in ('refund', 'balance_transfer', 'disbursement', 'disbursement_batch'));
