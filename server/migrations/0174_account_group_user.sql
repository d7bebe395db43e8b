-- Shared users of account groups: people who read the merchants of a group and of the groups below it. They have no
-- membership and no right to change anything.
create table app.account_group_user (
  group_id text not null,
  user_id text not null,
  status text not null check (status in ('active', 'removed')),
  invited_by_name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (group_id, user_id)
);
comment on column app.account_group_user.invited_by_name is 'Name of the person of the provider who invited them';
create index account_group_user_person on app.account_group_user (user_id);
grant select, insert, update on app.account_group_user to app_platform;
grant select on app.account_group_user to app_login;

-- Invitations to a group. As those of merchants: only the hash of the token is stored, and its first 26 characters name the group.
create table app.account_group_invitation (
  group_id text not null,
  id text not null,
  email text not null check (email = lower(email)),
  status text not null check (status in ('pending', 'accepted', 'revoked')),
  language text not null check (language in ('en', 'id')),
  invited_by_name text not null,
  token_hash text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  sent_at timestamptz(3),
  error text,
  closed_at timestamptz(3),
  primary key (group_id, id)
);
comment on column app.account_group_invitation.error is 'Why the email could not be sent';
create unique index account_group_invitation_token on app.account_group_invitation (group_id, token_hash);
create unique index account_group_invitation_pending on app.account_group_invitation (group_id, email)
  where status = 'pending';
grant select, insert, update on app.account_group_invitation to app_platform;

alter table app.session add column group_id text;
comment on column app.session.group_id is 'Account group that the session of a shared user reads; null: none';
