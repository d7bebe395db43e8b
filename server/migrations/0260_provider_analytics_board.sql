-- Boards of the provider's figures. They are apart from the boards of a merchant's dashboard, also for a person who has
-- both. A transaction sees the boards of one user on one of the two sides, and none before it says which.
alter table app.analytics_board
  add column scope text not null default 'merchant' check (scope in ('merchant', 'provider'));
comment on column app.analytics_board.scope is 'merchant: of the dashboard of merchants; provider: of the figures over many merchants';
alter table app.analytics_board drop constraint analytics_board_name;
alter table app.analytics_board add constraint analytics_board_name unique (user_id, scope, name);
alter table app.analytics_board enable row level security;
alter table app.analytics_board force row level security;
create policy owner on app.analytics_board to app_login
  using (user_id = any (array[current_setting('app.board_user', true)])
    and scope = any (array[current_setting('app.board_scope', true)]))
  with check (user_id = any (array[current_setting('app.board_user', true)])
    and scope = any (array[current_setting('app.board_scope', true)]));
