-- Notification e-mails: what people are to be told of, and the ledger of the mails that tell them.

-- One row per event, written in the transaction of the event with everything the mail will say. Many a second, so it
-- refers to nothing but its merchant.
create table app.notice (
  merchant_id text not null references app.merchant (merchant_id),
  event_id text not null,
  action int not null,
  object_type text not null,
  object_id text,
  facts jsonb not null,
  -- Whom it concerns, for the mails that go to one person; and addresses that the merchant named for it.
  person_id text,
  addresses text[],
  at timestamptz(3) not null,
  told_at timestamptz(3),
  primary key (merchant_id, event_id)
);
comment on column app.notice.event_id is 'Names the event; told of twice, it is one notice';
comment on column app.notice.action is 'Code of the catalogue (notification_action)';
comment on column app.notice.facts is 'What the mail says, as it was at the event';
comment on column app.notice.told_at is 'When its mails were written into the ledger, or nobody was to be told';
create index notice_untold on app.notice (merchant_id, at) where told_at is null;
create index notice_told on app.notice (merchant_id, told_at) where told_at is not null;
call app.protect('app.notice');
grant select, insert, update, delete on app.notice to app_merchant;
grant select on app.notice to app_platform;

-- One row per merchant, locked while its notices are shared out, so that bursts are counted one after another.
create table app.notice_desk (
  merchant_id text primary key references app.merchant (merchant_id)
);
call app.protect('app.notice_desk');
grant select, insert, update on app.notice_desk to app_merchant;
grant select on app.notice_desk to app_platform;

-- The ledger of mails: written, with its Message-ID, before anything is sent.
create table app.notice_mail (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  kind text not null check (kind in ('single', 'digest')),
  recipient text not null,
  locale text not null check (locale in ('en', 'id')),
  message_id text not null,
  created_at timestamptz(3) not null,
  -- Not to be sent, or tried again, before.
  due_at timestamptz(3) not null,
  attempts int not null default 0,
  sent_at timestamptz(3),
  given_up_at timestamptz(3),
  error text,
  primary key (merchant_id, id),
  check (sent_at is null or given_up_at is null)
);
create index notice_mail_due on app.notice_mail (due_at) where sent_at is null and given_up_at is null;
create index notice_mail_old on app.notice_mail (merchant_id, created_at);
call app.protect('app.notice_mail');
grant select, insert, update, delete on app.notice_mail to app_merchant;
grant select on app.notice_mail to app_platform;

-- Which mail tells whom of which event: the key is what keeps anybody from being told twice.
create table app.notice_mail_event (
  merchant_id text not null,
  event_id text not null,
  recipient text not null,
  mail_id text not null,
  -- Of the event; set where it counts towards a burst.
  burst_at timestamptz(3),
  primary key (merchant_id, event_id, recipient),
  foreign key (merchant_id, event_id) references app.notice (merchant_id, event_id),
  foreign key (merchant_id, mail_id) references app.notice_mail (merchant_id, id)
);
create index notice_mail_event_of_mail on app.notice_mail_event (merchant_id, mail_id);
create index notice_mail_event_burst on app.notice_mail_event (merchant_id, recipient, burst_at)
  where burst_at is not null;
call app.protect('app.notice_mail_event');
grant select, insert, delete on app.notice_mail_event to app_merchant;
grant select on app.notice_mail_event to app_platform;

-- The alert of a low payout balance is told the same way from now on.
drop table app.payout_alert_mail;

-- From which browsers and networks a user has signed in, as a hash; and which sign-ins their user is to be told of.
alter table app.session
  add column device_hash text,
  add column is_new_device boolean not null default false,
  add column device_told_at timestamptz(3);
comment on column app.session.device_hash is 'SHA-256 of user, browser without its version, and network';
create index session_device on app.session (user_id, device_hash, created_at desc);
create index session_untold on app.session (created_at) where is_new_device and device_told_at is null;
