-- Events of the provider's staff form one hash chain, like the audit log of a merchant. Rows from before it are numbered, and
-- their digest is what the first row of the chain continues.
alter table app.provider_event add column seq bigint;
alter table app.provider_event add column prev_hash text;
alter table app.provider_event add column hash text;
alter table app.provider_event add column actor_email text;
alter table app.provider_event add column actor_role text;
alter table app.provider_event add column user_agent text;
alter table app.provider_event add column session_id text;
comment on column app.provider_event.hash is 'SHA-256 of the canonical row, which contains the previous hash. null: from before the chain';
update app.provider_event e set seq = n.seq
from (select id, row_number() over (order by at, id) as seq from app.provider_event) n where n.id = e.id;
alter table app.provider_event alter column seq set not null;
create unique index provider_event_seq on app.provider_event (seq);

-- Digest of the rows from before the chain.
create function app.digest_unchained_provider_events() returns text language sql stable
set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(coalesce(string_agg(
    jsonb_build_array(seq, id, extract(epoch from at), actor_id, actor_name, ip, action, object_type, object_id, merchant_of,
      result, before, after)::text, E'\n' order by seq), ''), 'UTF8')), 'hex')
  from app.provider_event where hash is null
$$;
revoke execute on function app.digest_unchained_provider_events() from public;
grant execute on function app.digest_unchained_provider_events() to app_platform;

-- One row: the end of the chain, locked while an event is appended.
create table app.provider_event_head (
  id boolean primary key default true check (id),
  last_seq bigint not null,
  last_hash text not null
);
insert into app.provider_event_head (last_seq, last_hash)
select coalesce(max(seq), 0), app.digest_unchained_provider_events() from app.provider_event;
grant select, update on app.provider_event_head to app_platform, app_login;
