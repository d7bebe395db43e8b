-- Staff of the provider are invited as people of merchants are: only the hash of the token is stored, and its first 26
-- characters name the invitation. Login data: staff belong to no merchant.
create table app.staff_invitation (
  id text primary key,
  email text not null check (email = lower(email)),
  role text not null
    check (role in ('platform_admin', 'platform_finance', 'platform_compliance', 'platform_support')),
  status text not null check (status in ('pending', 'accepted', 'revoked')),
  language text not null check (language in ('en', 'id')),
  invited_by text not null,
  invited_by_name text not null,
  token_no int not null,
  token_hash text not null,
  totp_no int not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  sent_at timestamptz(3),
  error text,
  closed_at timestamptz(3)
);
comment on column app.staff_invitation.token_no is 'Number of the link: resending makes a new one, and the earlier one stops working';
comment on column app.staff_invitation.totp_no is 'Number of the key of the authenticator app: showing the set-up again makes a new one';
comment on column app.staff_invitation.error is 'Why the email could not be sent';
create index staff_invitation_newest on app.staff_invitation (created_at desc, id desc);
create unique index staff_invitation_pending on app.staff_invitation (email) where status = 'pending';
grant select, insert, update on app.staff_invitation to app_login;

alter table app.login add column invited_by_name text;
comment on column app.login.invited_by_name is 'Of provider staff: name of the person whose invitation was accepted';
create index login_staff on app.login (created_at desc, user_id desc) where role is not null;
