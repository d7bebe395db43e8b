-- People of the provider read the dashboard of a merchant for a while. The session itself stays that of the provider.
alter table app.session
  add column impersonation_ends_at timestamptz(3),
  add column impersonation_reason text;
comment on column app.session.merchant_id is
  'Merchant that the session works in; for provider staff the merchant that they read until impersonation_ends_at';
comment on column app.session.impersonation_ends_at is 'When the reading of the merchant by provider staff ends; null: none';
