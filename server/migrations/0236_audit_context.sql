-- The audit log names the email and role of the actor, the browser, the session and the reason. The hash of a row of
-- version 2 covers them; rows of version 1 stay as they were hashed.
alter table app.audit_log add column version smallint not null default 1 check (version in (1, 2));
alter table app.audit_log add column actor_email text;
alter table app.audit_log add column actor_role text;
alter table app.audit_log add column user_agent text;
alter table app.audit_log add column session_id text;
alter table app.audit_log add column reason text;
comment on column app.audit_log.version is 'Version of the canonical form that the hash covers';
create index audit_log_ip on app.audit_log (merchant_id, ip, seq);
create index audit_log_actor on app.audit_log (merchant_id, actor_id, seq);
