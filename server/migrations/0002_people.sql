-- Merchants, the people who sign in, their sessions, and the keys of merchants' servers.
create table app.merchant (
  merchant_id text primary key,
  code text not null,
  brand_name text not null,
  legal_name text not null,
  city text not null,
  mcc char(4) not null,
  nmid text not null check (nmid ~ '^ID[0-9]{13}$'),
  qris_criteria text not null check (qris_criteria in ('UMI', 'UKE', 'UME', 'UBE', 'URE')),
  status text not null check (status in ('registered', 'onboarding', 'pending_review', 'active', 'suspended', 'closed', 'rejected')),
  logo_url text,
  feature_flags jsonb not null default '{}',
  role_access text not null default 'enabled' check (role_access in ('enabled', 'disabled')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
call app.protect('app.merchant');
grant select on app.merchant to app_merchant;
grant select, insert, update on app.merchant to app_platform;

-- Login data: the one global unique (e-mail). No tenant table, no reference to merchants, no rights for tenants.
create table app.login (
  user_id text primary key,
  email text not null unique check (email = lower(email)),
  merchant_id text,
  role text not null,
  name text not null,
  locale text not null default 'en' check (locale in ('en', 'id')),
  password_hash text not null,
  status text not null check (status in ('active', 'suspended', 'removed')),
  failed_attempts int not null default 0,
  locked_until timestamptz(3),
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null
);
grant select, insert, update on app.login to app_login;

create table app.session (
  id text primary key,
  user_id text not null references app.login (user_id),
  user_agent text,
  ip text,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  idle_expires_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_reason text check (revoked_reason in ('logout', 'reuse', 'revoked', 'password_changed'))
);
create index session_newest on app.session (user_id, created_at desc);
grant select, insert, update on app.session to app_login;

-- One row per refresh token ever issued in a session; only its hash is kept. The generation tells
-- the immediately previous token (ten seconds of grace) from an older one (theft).
create table app.refresh_token (
  token_hash text primary key,
  session_id text not null references app.session (id),
  generation int not null,
  created_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  unique (session_id, generation)
);
grant select, insert, update on app.refresh_token to app_login;

create table app.api_key (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  name text not null,
  prefix text not null,
  last4 char(4) not null,
  secret_hash text not null,
  access jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (merchant_id, id)
);
create index api_key_hash on app.api_key (secret_hash);
call app.protect('app.api_key');
grant select, insert, update on app.api_key to app_merchant;
grant select, update on app.api_key to app_platform;

-- Who did what: insert-only, one hash chain per merchant whose head row is locked while a link is added.
create table app.audit_head (
  merchant_id text primary key references app.merchant (merchant_id),
  last_seq bigint not null,
  last_hash text not null
);
call app.protect('app.audit_head');
grant select, insert, update on app.audit_head to app_merchant;
grant select on app.audit_head to app_platform;

create table app.audit_log (
  merchant_id text not null references app.merchant (merchant_id),
  seq bigint not null,
  at timestamptz(3) not null,
  actor_type text not null check (actor_type in ('user', 'api_key', 'system', 'provider')),
  actor_id text,
  actor_name text,
  ip text,
  action text not null,
  object_type text not null,
  object_id text,
  before jsonb,
  after jsonb,
  prev_hash text not null,
  hash text not null,
  primary key (merchant_id, seq)
);
call app.protect('app.audit_log');
grant select, insert on app.audit_log to app_merchant;
grant select on app.audit_log to app_platform;
