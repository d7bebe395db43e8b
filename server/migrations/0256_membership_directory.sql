-- The merchants that a person is, or was, a member of, found before a merchant is known: on a sharded database the memberships
-- themselves are spread over all nodes. An entry without a membership means nothing, so entries are only added.
create table app.membership_directory (
  user_id text not null,
  merchant_of text not null,
  primary key (user_id, merchant_of)
);
comment on table app.membership_directory is 'Merchants to look for memberships of a person in';
grant insert on app.membership_directory to app_platform;
grant select on app.membership_directory to app_login;

alter table app.membership no force row level security;
insert into app.membership_directory (user_id, merchant_of)
select m.user_id, m.merchant_id from app.membership m
on conflict do nothing;
alter table app.membership force row level security;
