-- A person may belong to several merchants: the membership holds the role and the status at one merchant, the login
-- what belongs to the person. Provider staff keep their role on the login.
create table app.membership (
  merchant_id text not null references app.merchant (merchant_id),
  user_id text not null,
  role text not null,
  status text not null check (status in ('active', 'suspended', 'removed')),
  invited_by text,
  invited_by_name text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, user_id)
);
comment on column app.membership.role is 'Preset role, or the id of a custom role of the merchant';
comment on column app.membership.invited_by is 'Id of the user whose invitation was accepted';
comment on column app.membership.invited_by_name is 'Name of that user at the time';
create index membership_user on app.membership (user_id);

-- Roles that a merchant composes: a level per access group.
create table app.role (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  name text not null,
  access jsonb not null,
  is_masked boolean not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
comment on column app.role.access is 'One level per access group';
comment on column app.role.is_masked is 'Whether contact data of customers is masked for this role';
create unique index role_name on app.role (merchant_id, lower(name));

insert into app.membership (merchant_id, user_id, role, status, created_at, updated_at)
select l.merchant_id, l.user_id, l.role, l.status, l.created_at, l.created_at
from app.login l where l.merchant_id is not null;

call app.protect('app.membership');
call app.protect('app.role');
grant select, insert, update on app.membership to app_merchant;
grant select, insert, update, delete on app.role to app_merchant;
grant select on app.membership, app.role to app_platform;
-- Sign-in and authentication know the person and not yet the merchant.
grant select on app.membership, app.role to app_login;
create policy login on app.membership for select to app_login using (true);
create policy login on app.role for select to app_login using (true);

alter table app.session add column merchant_id text;
comment on column app.session.merchant_id is 'Merchant that the session works in; null for provider staff';
update app.session s set merchant_id = l.merchant_id from app.login l where l.user_id = s.user_id;

alter table app.login alter column role drop not null;
comment on column app.login.role is 'Role of provider staff; null for people of merchants, whose memberships have roles';
-- A person of a merchant stays signed out by the membership; the login itself remains usable at other merchants.
update app.login set role = null, status = 'active' where merchant_id is not null;
alter table app.login drop column merchant_id;
