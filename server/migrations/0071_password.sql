-- Passwords: previous ones, links to set one or to confirm an email, and solved bot checks. Login data without merchants.
create table app.password_history (
  user_id text not null references app.login (user_id),
  created_at timestamptz(3) not null,
  password_hash text not null,
  primary key (user_id, created_at)
);
comment on table app.password_history is 'Replaced passwords; the newest few must not be used again';
grant select, insert, delete on app.password_history to app_login;

create table app.account_link (
  token_hash text primary key,
  user_id text not null references app.login (user_id),
  purpose text not null check (purpose in ('reset_password', 'set_up', 'verify_email')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
comment on table app.account_link is 'Links of emails, used once; the token itself is not stored';
create index account_link_user on app.account_link (user_id, created_at desc);
create index account_link_expired on app.account_link (expires_at);
grant select, insert, update, delete on app.account_link to app_login;

-- Requests of public forms: answered before it is known whether the email has an account, then done by a job.
create table app.account_request (
  id text primary key,
  purpose text not null check (purpose in ('reset_password', 'verify_email')),
  email text not null check (email = lower(email)),
  ip text,
  created_at timestamptz(3) not null,
  done_at timestamptz(3)
);
create index account_request_newest on app.account_request (email, created_at desc);
grant select, insert, update, delete on app.account_request to app_login;

-- Challenges that were solved and used, until they expire; shared by all processes.
create table app.bot_check (
  signature text primary key,
  expires_at timestamptz(3) not null
);
create index bot_check_expired on app.bot_check (expires_at);
grant select, insert, delete on app.bot_check to app_login;

alter table app.login
  add column password_changed_at timestamptz(3),
  add column email_verified_at timestamptz(3),
  add column phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  add column time_zone text not null default 'Asia/Jakarta';
comment on column app.login.email_verified_at is 'When the person proved to read the email; null: they cannot sign in yet';
update app.login set email_verified_at = created_at;
