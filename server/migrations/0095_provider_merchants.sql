-- The provider's merchants: codes and national ids are unique over all merchants, and the provider keeps notes.

-- Unique over all merchants, which a table that is split by merchant cannot ensure.
create table app.merchant_identifier (
  kind text not null check (kind in ('code', 'nmid')),
  value text not null,
  merchant_of text not null,
  primary key (kind, value)
);
comment on column app.merchant_identifier.merchant_of is 'Id of the merchant';
create unique index merchant_identifier_merchant on app.merchant_identifier (merchant_of, kind);
grant select, insert, update on app.merchant_identifier to app_platform;

alter table app.merchant no force row level security;
insert into app.merchant_identifier (kind, value, merchant_of)
select 'code', m.code, m.merchant_id from app.merchant m
on conflict do nothing;
insert into app.merchant_identifier (kind, value, merchant_of)
select 'nmid', m.nmid, m.merchant_id from app.merchant m where m.nmid is not null
on conflict do nothing;
alter table app.merchant force row level security;

-- What the provider's people note about a merchant. The merchant never reads it.
create table app.merchant_note (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  author_id text not null,
  author text not null,
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index merchant_note_newest on app.merchant_note (merchant_id, created_at desc, id desc);
call app.protect('app.merchant_note');
grant select, insert on app.merchant_note to app_platform;

create index merchant_newest on app.merchant (created_at desc, merchant_id desc);

-- The provider invites the owner of a merchant, who is its first superadmin: no member vouches for the role.
alter table app.invitation add column by_provider boolean not null default false;
comment on column app.invitation.by_provider is 'Sent by the provider, whose people are not members of the merchant';
grant insert, update on app.invitation to app_platform;
