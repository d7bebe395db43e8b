-- Step-up authentication: routes that change keys, destinations of money or its approvals require that the person signed in
-- or proved who they are again within the last five minutes.
alter table app.session add column authenticated_at timestamptz(3);
comment on column app.session.authenticated_at is
  'Last strong authentication in the session after its sign-in; null: none since the sign-in';
