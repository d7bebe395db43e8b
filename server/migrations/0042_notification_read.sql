-- Up to when each user has read the notifications of a merchant.
create table app.notification_read (
  merchant_id text not null,
  user_id text not null,
  read_until timestamptz(3) not null,
  primary key (merchant_id, user_id)
);
call app.protect('app.notification_read');
grant select, insert, update on app.notification_read to app_merchant;
