-- Keys with a description, allowed networks, the address of the last use, and their next generation after a roll.
alter table app.api_key add column description text;
alter table app.api_key add column allowed_cidrs text[] not null default '{}';
comment on column app.api_key.allowed_cidrs is 'Networks from which the key may be used; empty: any';
alter table app.api_key add column last_used_ip text;
alter table app.api_key add column rolled_to_id text;
comment on column app.api_key.rolled_to_id is 'Key that replaces this one, which works until expires_at';
alter table app.api_key add column former_owner_ids text[] not null default '{}';
comment on column app.api_key.former_owner_ids is
  'Ids of the users behind earlier generations of the key: none of them approves what it requests';

-- For the reminders before the expiry.
create index api_key_expiry on app.api_key (expires_at) where revoked_at is null and expires_at is not null;
