-- Security events of people and the history of their sign-ins. Login data: a person may belong to several merchants or,
-- as the provider's staff, to none, so neither table carries a merchant.
create table app.security_event (
  id text primary key,
  user_id text not null references app.login (user_id),
  kind text not null,
  at timestamptz(3) not null,
  ip text,
  user_agent text,
  actor_type text not null check (actor_type in ('user', 'system', 'provider')),
  actor_id text,
  actor_name text,
  details jsonb not null default '{}',
  published_at timestamptz(3)
);
comment on table app.security_event is 'Log of the security of accounts; insert-only but for published_at';
comment on column app.security_event.actor_id is 'Who acted: the person, or somebody who administers them';
comment on column app.security_event.published_at is 'When the audit logs of the person''s merchants and the email were written';
create index security_event_newest on app.security_event (user_id, at desc);
create index security_event_unpublished on app.security_event (at) where published_at is null;
grant select, insert, update on app.security_event to app_login;

create table app.sign_in_event (
  id text primary key,
  user_id text not null references app.login (user_id),
  at timestamptz(3) not null,
  ip text,
  user_agent text,
  result text not null check (result in ('succeeded', 'failed')),
  reason text,
  session_id text
);
comment on column app.sign_in_event.reason is 'Why it failed; null for a success';
create index sign_in_event_newest on app.sign_in_event (user_id, at desc, id desc);
grant select, insert, delete on app.sign_in_event to app_login;

-- A sign-in from a new device is a security event like any other; those that were not notified yet become one.
insert into app.security_event (id, user_id, kind, at, ip, user_agent, actor_type)
select 'sev_' || substr(s.id, 5), s.user_id, 'new_device', s.created_at, s.ip, s.user_agent, 'user'
from app.session s where s.is_new_device and s.device_notified_at is null;
drop index app.session_device_unnotified;
alter table app.session drop column is_new_device, drop column device_notified_at;

-- When the person was notified that their account is locked for an address.
alter table app.sign_in_failure add column lock_notified_at timestamptz(3);
create index sign_in_failure_locked on app.sign_in_failure (locked_until) where locked_until is not null;
