-- Boards of analytics: the figures that a person looks at together. They belong to the person and stand with the login data.
create table app.analytics_board (
  user_id text not null references app.login (user_id),
  id text not null,
  name text not null,
  position int not null check (position > 0),
  widgets jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (user_id, id),
  constraint analytics_board_name unique (user_id, name)
);
grant select, insert, update, delete on app.analytics_board to app_login;
