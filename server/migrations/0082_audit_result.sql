-- The audit log also records refused and failed attempts of sensitive actions, and is read as a list.
alter table app.audit_log add column result text check (result in ('ok', 'denied', 'failed'));
comment on column app.audit_log.result is 'ok: applied; denied: no access; failed: refused by a rule. null: ok, from before results were stored';
create index audit_log_object on app.audit_log (merchant_id, object_type, object_id, seq);
create index audit_log_action on app.audit_log (merchant_id, action, seq);
create index audit_log_at on app.audit_log (merchant_id, at);
