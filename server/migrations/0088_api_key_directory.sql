-- The merchant of an API key, found before a merchant is known: on a sharded database the keys themselves are spread over
-- all nodes. A hash without a key means nothing.
create table app.api_key_directory (
  secret_hash text primary key,
  merchant_of text not null
);
comment on table app.api_key_directory is 'Merchant of each API key, by the hash of its secret';
grant select, insert on app.api_key_directory to app_platform;

alter table app.api_key no force row level security;
insert into app.api_key_directory (secret_hash, merchant_of)
select k.secret_hash, k.merchant_id from app.api_key k
on conflict (secret_hash) do nothing;
alter table app.api_key force row level security;
