-- Payment links: what a merchant sends to a customer, everything that happened to it, and the mails that carry it.
create table app.payment_link (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  slug text not null check (slug ~ '^([a-z0-9]+(-[a-z0-9]+)*-)?[0-9A-Za-z]{12}$'),
  title text not null check (length(title) between 1 and 100),
  description text check (length(description) <= 500),
  type text not null check (type in ('single_use', 'multi_use', 'open_amount')),
  amount bigint check (amount > 0 and amount <= 10000000000000),
  min_amount bigint check (min_amount > 0),
  max_amount bigint check (max_amount >= min_amount and max_amount <= 10000000000000),
  items jsonb not null default '[]',
  merchant_reference text,
  customer jsonb,
  collect_fields jsonb not null default '[]',
  channels jsonb not null,
  fee_bearer text not null check (fee_bearer in ('merchant', 'customer')),
  usage_limit int check (usage_limit > 0),
  starts_at timestamptz(3),
  expires_at timestamptz(3),
  success_redirect_url text,
  failure_redirect_url text,
  notify jsonb not null default '{"email": false, "whatsapp": false}',
  reminders jsonb not null default '[]',
  next_reminder_at timestamptz(3),
  language text not null check (language in ('id', 'en')),
  metadata jsonb,
  status text not null check (status in ('draft', 'active', 'paid', 'completed', 'expired', 'inactive')),
  paid_count int not null default 0 check (paid_count >= 0),
  collected_amount bigint not null default 0 check (collected_amount >= 0),
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id),
  unique (merchant_id, slug),
  constraint payment_link_reference_once unique (merchant_id, merchant_reference),
  check ((type = 'open_amount') = (amount is null)),
  check ((type = 'open_amount') = (min_amount is not null)),
  check ((type = 'open_amount') = (max_amount is not null)),
  check (type <> 'single_use' or (usage_limit is null and expires_at is not null)),
  -- A surcharge on QRIS is forbidden (PBI 23/6/2021).
  check (fee_bearer = 'merchant' or not channels ? 'QRIS')
);
comment on column app.payment_link.channels is 'QRIS and short names of banks, a JSON array';
comment on column app.payment_link.reminders is 'Hours before the expiry at which the customer is reminded, a JSON array';
comment on column app.payment_link.next_reminder_at is 'When the next reminder is due; NULL: none is';
comment on column app.payment_link.paid_count is 'Payments taken and not reversed; recounted from transaction after each of them moves';
comment on column app.payment_link.collected_amount is 'Their gross amounts less what was given back, whole rupiah';
create index payment_link_newest on app.payment_link (merchant_id, created_at desc, id desc);
create index payment_link_status on app.payment_link (merchant_id, status, created_at desc, id desc);
create index payment_link_ending on app.payment_link (merchant_id, expires_at) where status = 'active';
create index payment_link_reminding on app.payment_link (merchant_id, next_reminder_at)
  where status = 'active' and next_reminder_at is not null;
call app.protect('app.payment_link');
grant select, insert, update on app.payment_link to app_merchant;
grant select on app.payment_link to app_platform;

-- What happened to a link. Views and attempts are counted here, so that no row is written by every visitor.
create table app.payment_link_event (
  merchant_id text not null,
  payment_link_id text not null,
  id text not null,
  at timestamptz(3) not null,
  kind text not null check (kind in ('created', 'edited', 'activated', 'deactivated', 'paid', 'completed', 'expired', 'over_limit', 'viewed', 'attempted', 'shared', 'reminded')),
  channel text,
  actor_type text not null check (actor_type in ('system', 'user', 'provider', 'api_key', 'visitor')),
  actor_name text,
  detail text,
  primary key (merchant_id, id),
  foreign key (merchant_id, payment_link_id) references app.payment_link (merchant_id, id)
);
comment on column app.payment_link_event.channel is 'attempted: the way of paying that was chosen; shared: email, whatsapp, copy or qr';
create index payment_link_event_of on app.payment_link_event (merchant_id, payment_link_id, kind, at desc, id desc);
call app.protect('app.payment_link_event');
grant select, insert on app.payment_link_event to app_merchant;
grant select on app.payment_link_event to app_platform;

-- One row per mail, written before it is sent: a mail that is tried again keeps its Message-ID, and one that was sent
-- is not sent again.
create table app.payment_link_mail (
  merchant_id text not null,
  id text not null,
  payment_link_id text not null,
  event_id text not null,
  recipient text not null,
  message_id text not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  error text,
  primary key (merchant_id, id),
  unique (merchant_id, event_id),
  foreign key (merchant_id, payment_link_id) references app.payment_link (merchant_id, id),
  foreign key (merchant_id, event_id) references app.payment_link_event (merchant_id, id)
);
create index payment_link_mail_newest on app.payment_link_mail (merchant_id, created_at desc);
create index payment_link_mail_of on app.payment_link_mail (merchant_id, payment_link_id, created_at desc);
call app.protect('app.payment_link_mail');
grant select, insert, update on app.payment_link_mail to app_merchant;
grant select on app.payment_link_mail to app_platform;

-- A visitor brings a slug and nothing else. Like the logins, this table stands apart: the one place that is asked
-- before a merchant is known.
create table app.payment_link_directory (
  slug text primary key,
  merchant_of text not null,
  payment_link_id text not null unique
);
grant select, insert on app.payment_link_directory to app_platform;
