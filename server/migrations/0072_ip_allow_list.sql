-- The addresses from which people may use the dashboard of a merchant. No row or an empty list: from anywhere.
create table app.ip_allow_list (
  merchant_id text primary key references app.merchant (merchant_id),
  cidrs text[] not null,
  updated_at timestamptz(3) not null,
  updated_by text not null
);
call app.protect('app.ip_allow_list');
grant select, insert, update on app.ip_allow_list to app_merchant;
grant select on app.ip_allow_list to app_platform;
-- Sign-in and authentication check it before they enter the merchant.
grant select on app.ip_allow_list to app_login;
create policy login on app.ip_allow_list for select to app_login using (true);
