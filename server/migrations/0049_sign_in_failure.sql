-- Failed sign-ins by account and address: a lock concerns the address that failed, so that nobody can lock out others.
-- `login.failed_attempts` remains the number of failures from all addresses and slows down further attempts.
create table app.sign_in_failure (
  user_id text not null references app.login (user_id),
  address text not null,
  failed_attempts int not null,
  locked_until timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (user_id, address)
);
grant select, insert, update, delete on app.sign_in_failure to app_login;

-- Sign-ins by address and minute, counted by all processes together. Not logged: after a crash counting starts again.
create unlogged table app.sign_in_window (
  address text not null,
  minute timestamptz(3) not null,
  attempts int not null,
  primary key (address, minute)
);
grant select, insert, update, delete on app.sign_in_window to app_login;

update app.login set locked_until = null, failed_attempts = 0;
