-- Branding of a merchant: one colour, and every logo that it published. Old logos stay, because emails link to them.
alter table app.merchant add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$');
comment on column app.merchant.brand_color is 'Colour of the pay page, receipts and emails to customers; null: the colour of the product';
grant update (brand_color) on app.merchant to app_merchant;

create table app.merchant_logo (
  merchant_id text not null references app.merchant (merchant_id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  file_id text not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  size_bytes bigint not null check (size_bytes > 0),
  published_at timestamptz(3) not null,
  primary key (merchant_id, sha256),
  constraint merchant_logo_file foreign key (merchant_id, file_id) references app.stored_file (merchant_id, id)
);
comment on table app.merchant_logo is 'Logos that are served to the public at an address with their hash';
call app.protect('app.merchant_logo');
grant select, insert on app.merchant_logo to app_merchant;
grant select on app.merchant_logo to app_platform;
