-- Invitations of people to a merchant. The token is derived from the row by a key of the server, so that a repeated email
-- carries the same link; only its hash is stored. The first 26 characters of a token name the merchant.
create table app.invitation (
  merchant_id text not null references app.merchant (merchant_id),
  id text not null,
  email text not null check (email = lower(email)),
  role text not null,
  status text not null check (status in ('pending', 'accepted', 'revoked')),
  message text,
  language text not null check (language in ('en', 'id')),
  invited_by text not null,
  invited_by_name text not null,
  token_hash text not null,
  token_no int not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  sent_at timestamptz(3),
  error text,
  closed_at timestamptz(3),
  primary key (merchant_id, id)
);
comment on column app.invitation.role is 'Preset role, or the id of a custom role of the merchant';
comment on column app.invitation.invited_by is 'Id of the user who sent it last; must still be allowed to grant the role';
comment on column app.invitation.token_no is 'Counts the links of the invitation; earlier ones stop working';
comment on column app.invitation.error is 'Why the email could not be sent';
create unique index invitation_token on app.invitation (merchant_id, token_hash);
create unique index invitation_pending on app.invitation (merchant_id, email) where status = 'pending';
create index invitation_newest on app.invitation (merchant_id, created_at desc, id desc);
call app.protect('app.invitation');
grant select, insert, update on app.invitation to app_merchant;
grant select on app.invitation to app_platform;
