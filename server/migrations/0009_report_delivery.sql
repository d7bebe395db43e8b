-- Report delivery: the configuration of each merchant and one row per report that is delivered.
create table app.report_configuration (
  merchant_id text primary key references app.merchant (merchant_id),
  email_recipients text not null default '',
  email_delivery_enabled boolean not null default false,
  sftp_delivery_enabled boolean not null default false,
  sftp_host text not null default '',
  sftp_port int not null default 22 check (sftp_port between 1 and 65535),
  sftp_username text not null default '',
  sftp_password_encrypted text,
  sftp_host_key text,
  sftp_tested_endpoint text,
  sftp_tested_host_key text,
  updated_at timestamptz(3) not null,
  updated_by text not null
);
comment on column app.report_configuration.sftp_host_key is 'The whole pinned host key, base64; NULL until a first success';
comment on column app.report_configuration.sftp_tested_endpoint is 'host:port of the last successful test that was not of the saved server';
comment on column app.report_configuration.sftp_tested_host_key is 'The host key of that test: pinned when the same server is saved';
call app.protect('app.report_configuration');
grant select, insert, update on app.report_configuration to app_merchant;
grant select on app.report_configuration to app_platform;

create table app.report_run (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  business_day date not null,
  sequence int not null check (sequence > 0),
  trigger text not null check (trigger in ('schedule', 'manual')),
  status text not null check (status in ('scheduled', 'generating', 'delivering', 'delivered', 'partially_delivered', 'retrying', 'failed')),
  row_count int,
  file_name text,
  sha256 text,
  content bytea,
  email_status text not null check (email_status in ('off', 'waiting', 'delivered', 'failed')),
  email_attempts int not null default 0,
  email_error text,
  email_retry_at timestamptz(3),
  sftp_status text not null check (sftp_status in ('off', 'waiting', 'delivered', 'failed')),
  sftp_attempts int not null default 0,
  sftp_error text,
  sftp_retry_at timestamptz(3),
  attempts int not null default 0,
  error text,
  requested_by text not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (merchant_id, id),
  unique (merchant_id, business_day, sequence)
);
comment on column app.report_run.sequence is 'Number of the run among those of its day, from 1; part of the file name';
comment on column app.report_run.email_retry_at is 'Not to be tried again before; NULL: at once';
create index report_run_newest on app.report_run (merchant_id, created_at desc, id desc);
-- The schedule makes one run a day, however often it fires.
create unique index report_run_scheduled on app.report_run (merchant_id, business_day) where trigger = 'schedule';
call app.protect('app.report_run');
grant select, insert, update on app.report_run to app_merchant;
grant select on app.report_run to app_platform;

-- One row per recipient, written before the mail is sent: a mail that is tried again keeps its Message-ID, and one
-- that was sent is not sent again.
create table app.report_mail (
  merchant_id text not null,
  run_id text not null,
  recipient text not null,
  message_id text not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  primary key (merchant_id, run_id, recipient),
  foreign key (merchant_id, run_id) references app.report_run (merchant_id, id)
);
call app.protect('app.report_mail');
grant select, insert, update on app.report_mail to app_merchant;
grant select on app.report_mail to app_platform;
