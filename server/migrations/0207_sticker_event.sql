-- What happened to a static QR code, like the timelines of other objects. Its payments have timelines of their own.
create table app.sticker_event (
  merchant_id text not null,
  sticker_id text not null,
  seq int not null check (seq > 0),
  at timestamptz(3) not null,
  from_status text check (from_status in ('issuing', 'active', 'inactive', 'failed')),
  to_status text not null check (to_status in ('issuing', 'active', 'inactive', 'failed')),
  actor_type text not null check (actor_type in ('system', 'user', 'provider', 'api_key')),
  actor_name text,
  primary key (merchant_id, sticker_id, seq),
  constraint sticker_event_of foreign key (merchant_id, sticker_id) references app.qris_payment (merchant_id, id)
);

-- Codes that exist already: their creation, and the status that they have reached since.
alter table app.qris_payment no force row level security;
insert into app.sticker_event (merchant_id, sticker_id, seq, at, to_status, actor_type, actor_name)
  select q.merchant_id, q.id, 1, q.created_at, 'issuing', 'user', q.created_by
  from app.qris_payment q where q.type = 'static';
insert into app.sticker_event (merchant_id, sticker_id, seq, at, from_status, to_status, actor_type)
  select q.merchant_id, q.id, 2, q.updated_at, 'issuing', q.status, 'provider'
  from app.qris_payment q where q.type = 'static' and q.status <> 'issuing';
alter table app.qris_payment force row level security;

call app.protect('app.sticker_event');
grant select, insert on app.sticker_event to app_merchant;
grant select on app.sticker_event to app_platform;
