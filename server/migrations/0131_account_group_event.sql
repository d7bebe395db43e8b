-- What people of the provider changed about account groups, which have no audit log of a merchant.
create table app.account_group_event (
  group_id text not null,
  seq int not null,
  at timestamptz(3) not null,
  action text not null,
  actor_id text not null,
  actor_name text not null,
  ip text,
  subject text,
  effective_day date,
  before jsonb,
  after jsonb,
  primary key (group_id, seq)
);
comment on column app.account_group_event.subject is 'Merchant or person that it is about; null: the group itself';
comment on column app.account_group_event.effective_day is 'Day (WIB) from which it counts; null: at once';
grant select, insert on app.account_group_event to app_platform;
