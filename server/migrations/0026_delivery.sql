-- When each channel was served, as the history tells it; and a login that the merchant's server refused, which is not
-- tried for every report that waits: that would lock the account there.
alter table app.report_run
  add column email_delivered_at timestamptz(3),
  add column sftp_delivered_at timestamptz(3);
comment on column app.report_run.email_delivered_at is 'When the last recipient''s mail was taken over by the mail server';
comment on column app.report_run.sftp_delivered_at is 'When the file had its final name on the server';
-- The owner is bound by row-level security as everybody is, unless it is lifted for this transaction.
alter table app.report_run no force row level security;
update app.report_run set email_delivered_at = case when email_status = 'delivered' then finished_at end,
  sftp_delivered_at = case when sftp_status = 'delivered' then finished_at end;
alter table app.report_run force row level security;
create index report_run_unfinished on app.report_run (merchant_id, created_at) where finished_at is null;

alter table app.report_configuration add column sftp_refused_at timestamptz(3);
comment on column app.report_configuration.sftp_refused_at is 'When the server last refused the login that is saved; NULL: it did not';
