-- Announcements of the provider to merchants. The announcement is reference data; which merchants were chosen, and which
-- users dismissed it, belongs to the merchant.
create table app.announcement (
  id text primary key,
  title_en text not null check (length(title_en) between 1 and 120),
  text_en text not null check (length(text_en) between 1 and 2000),
  title_id text not null check (length(title_id) between 1 and 120),
  text_id text not null check (length(text_id) between 1 and 2000),
  severity text not null check (severity in ('info', 'warning', 'critical')),
  audience text not null check (audience in ('all', 'group', 'merchants', 'status')),
  audience_group_id text references app.account_group (id),
  audience_statuses text[] not null default '{}',
  is_emailed boolean not null,
  status text not null check (status in ('draft', 'published')),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  published_at timestamptz(3),
  announced_at timestamptz(3),
  ended_at timestamptz(3),
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (ends_at > starts_at),
  check ((status = 'published') = (published_at is not null)),
  check ((audience = 'group') = (audience_group_id is not null))
);
comment on column app.announcement.audience is 'all: every merchant; group: current members; merchants: those of announcement_merchant; status: by status of the merchant';
comment on column app.announcement.announced_at is 'When open dashboards were notified and emails were enqueued; NULL: not yet';
comment on column app.announcement.ended_at is 'When it was ended before its time; NULL: it was not';
create index announcement_newest on app.announcement (created_at desc, id desc);
create index announcement_shown on app.announcement (ends_at) where status = 'published';
create index announcement_due on app.announcement (starts_at) where status = 'published' and announced_at is null;
grant select on app.announcement to app_merchant;
grant select, insert, update, delete on app.announcement to app_platform;

create table app.announcement_merchant (
  merchant_id text not null references app.merchant (merchant_id),
  announcement_id text not null references app.announcement (id),
  primary key (merchant_id, announcement_id)
);
create index announcement_merchant_of on app.announcement_merchant (announcement_id);
call app.protect('app.announcement_merchant');
grant select on app.announcement_merchant to app_merchant;
grant select, insert, delete on app.announcement_merchant to app_platform;

create table app.announcement_dismissal (
  merchant_id text not null references app.merchant (merchant_id),
  user_id text not null,
  announcement_id text not null references app.announcement (id),
  dismissed_at timestamptz(3) not null,
  primary key (merchant_id, user_id, announcement_id)
);
call app.protect('app.announcement_dismissal');
grant select, insert on app.announcement_dismissal to app_merchant;
