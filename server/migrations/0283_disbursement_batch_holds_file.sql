-- A batch that was given up releases its file for good: a transfer of a failed batch that is executed after all changes how
-- the batch has ended, although the file was uploaded again meanwhile.
alter table app.disbursement_batch add column holds_file boolean not null default true;
comment on column app.disbursement_batch.holds_file is
  'Whether the file cannot be uploaded again; false once the batch has failed, or was rejected or cancelled';

-- The owner is bound by FORCE ROW LEVEL SECURITY, so it is lifted meanwhile.
alter table app.disbursement_batch no force row level security;
update app.disbursement_batch set holds_file = false where status in ('failed', 'rejected', 'cancelled');
alter table app.disbursement_batch force row level security;

drop index app.disbursement_batch_file;
create unique index disbursement_batch_file on app.disbursement_batch (merchant_id, sha256) where holds_file;
create index disbursement_batch_sha256 on app.disbursement_batch (merchant_id, sha256);
