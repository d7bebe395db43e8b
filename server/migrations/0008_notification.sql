-- Email notifications: the catalogue (reference data) and each merchant's switches.
create table app.notification_action (
  code int primary key,
  group_name text,
  label text not null,
  description text,
  is_editable boolean not null,
  is_security boolean not null default false,
  default_active boolean not null
);
grant select on app.notification_action to app_merchant, app_platform;

create table app.notification_preference (
  merchant_id text not null references app.merchant (merchant_id),
  notification_action int not null references app.notification_action (code),
  is_active boolean not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, notification_action)
);
call app.protect('app.notification_preference');
grant select, insert, update on app.notification_preference to app_merchant;
grant select on app.notification_preference to app_platform;

insert into app.notification_action (code, group_name, label, description, is_editable, is_security, default_active) values
  (1001, null, 'New sign-in from unknown device', 'Someone signed in from a device that was not seen before', false, true, true),
  (1002, null, 'Password, 2FA or e-mail changed', 'A credential of a user was changed', false, true, true),
  (1003, null, 'API key or webhook secret changed', 'A key or secret was created, rolled or revoked', false, true, true),
  (1004, null, 'Settlement paid / settlement report ready', 'A settlement was paid or its report is ready', false, false, true),
  (1005, null, 'Settlement failed or returned', 'The bank refused or returned a settlement', false, false, true),
  (1006, null, 'Refund succeeded / failed', 'A refund reached its end', true, false, true),
  (1007, null, 'Daily summary', 'Every day at 08:00 WIB', true, false, false),
  (1008, null, 'Balance below threshold', 'A balance fell below the threshold that you set', true, false, true),
  (1009, null, 'Webhook endpoint failing / disabled', 'Deliveries to an endpoint keep failing', true, false, true),
  (1010, null, 'Platform announcements', 'News of the platform', false, false, true),
  (1011, null, 'User invited, joined, role changed', 'Someone was invited, joined or got another role', true, false, true),
  (1012, null, 'Business verification status', 'The verification of your business moved on', false, false, true),
  (1101, 'Successful Payments', 'Virtual account', null, true, false, true),
  (1102, 'Successful Payments', 'QRIS', null, true, false, true),
  (1103, 'Successful Payments', 'E-wallet', null, true, false, true),
  (1104, 'Successful Payments', 'Card', null, true, false, true),
  (1105, 'Successful Payments', 'Retail outlet', null, true, false, true),
  (1106, 'Successful Payments', 'Direct debit', null, true, false, true),
  (1111, 'Failed Payments', 'Virtual account', null, true, false, false),
  (1112, 'Failed Payments', 'QRIS', null, true, false, false),
  (1113, 'Failed Payments', 'E-wallet', null, true, false, false),
  (1114, 'Failed Payments', 'Card', null, true, false, false),
  (1115, 'Failed Payments', 'Retail outlet', null, true, false, false),
  (1116, 'Failed Payments', 'Direct debit', null, true, false, false),
  (1121, 'Expired Payments', 'Virtual account', null, true, false, false),
  (1122, 'Expired Payments', 'QRIS', null, true, false, false),
  (1123, 'Expired Payments', 'E-wallet', null, true, false, false),
  (1124, 'Expired Payments', 'Card', null, true, false, false),
  (1125, 'Expired Payments', 'Retail outlet', null, true, false, false),
  (1126, 'Expired Payments', 'Direct debit', null, true, false, false),
  (1201, 'Disbursements', 'Awaiting approval', 'A disbursement waits for your approval', false, false, true),
  (1202, 'Disbursements', 'Approved / rejected', null, true, false, true),
  (1203, 'Disbursements', 'Success', null, true, false, true),
  (1204, 'Disbursements', 'Failed', null, true, false, true),
  (1205, 'Disbursements', 'Reversed', null, true, false, true),
  (1206, 'Disbursements', 'Batch finished', 'With the result file', true, false, true),
  (1301, 'Deposits', 'Deposit credited', 'A top-up reached the payout balance', true, false, true),
  (1302, 'Deposits', 'Deposit under review', 'A top-up needs a look before it is credited', true, false, true),
  (1401, 'Payment Links', 'Created', null, true, false, true),
  (1402, 'Payment Links', 'Paid', null, true, false, true),
  (1403, 'Payment Links', 'Expired', null, true, false, true),
  (1404, 'Payment Links', 'Limit reached', null, true, false, true);
