-- Refused attempts of the provider's staff are recorded beside what they did, and changes of staff are login data.
alter table app.provider_event
  add column result text not null default 'ok' check (result in ('ok', 'denied', 'failed'));
comment on column app.provider_event.result is 'ok: applied; denied: no access; failed: refused by a rule';
create index provider_event_actor on app.provider_event (actor_id, at desc, id desc);
create index provider_event_refused on app.provider_event (at desc, id desc) where result <> 'ok';
grant insert on app.provider_event to app_login;
