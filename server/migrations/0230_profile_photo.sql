-- Photos of people: login data, because a person has one photo at all of their merchants. Its address holds a random token
-- that changes with every photo, so that it may be shown without a session and ends with the photo.
create table app.login_photo (
  user_id text primary key references app.login (user_id),
  token text not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  content bytea not null check (octet_length(content) <= 60000),
  created_at timestamptz(3) not null
);
grant select, insert, update, delete on app.login_photo to app_login;
