-- Payments are notified to merchants' servers over SNAP BI: an endpoint per service of a SNAP credential, which the
-- deliveries of webhooks serve.
alter table app.snap_credential
  add column notify_urls jsonb not null default '{}',
  add column notify_signature text not null default 'asymmetric' check (notify_signature in ('asymmetric', 'symmetric')),
  add column notify_private_key_sealed text,
  add column notify_public_key text;
alter table app.snap_credential
  add constraint snap_credential_notify_key check ((notify_private_key_sealed is null) = (notify_public_key is null));
comment on column app.snap_credential.notify_urls is 'Base URLs of notifications, by service';
comment on column app.snap_credential.notify_signature is 'symmetric: HMAC with an access token of the merchant; asymmetric: RSA without a token';
comment on column app.snap_credential.notify_public_key is 'Our key for this credential as PEM (SPKI): the merchant checks our requests with it';

alter table app.webhook_endpoint
  add column snap_credential_id text,
  add column snap_service text check (snap_service in ('qr_mpm_notify', 'va_payment')),
  alter column secret_sealed drop not null;
alter table app.webhook_endpoint
  add constraint webhook_endpoint_credential foreign key (merchant_id, snap_credential_id)
    references app.snap_credential (merchant_id, id);
alter table app.webhook_endpoint
  add constraint webhook_endpoint_kind check ((snap_credential_id is null) = (snap_service is null));
alter table app.webhook_endpoint
  add constraint webhook_endpoint_secret check ((secret_sealed is null) = (snap_service is not null));
comment on column app.webhook_endpoint.snap_service is 'Notified over SNAP BI with the keys of the credential; NULL: a webhook';
create unique index webhook_endpoint_of_credential on app.webhook_endpoint (merchant_id, snap_credential_id, snap_service)
  where snap_credential_id is not null and deleted_at is null;

alter table app.webhook_delivery add column body text;
comment on column app.webhook_delivery.body is 'Body of a notification over SNAP BI, the same for every attempt; NULL: that of the event';

alter table app.webhook_attempt drop constraint webhook_attempt_error_check;
alter table app.webhook_attempt add constraint webhook_attempt_error_check check (error in ('host_not_allowed', 'dns_error',
  'refused', 'timeout', 'connection_closed', 'tls_error', 'http_status', 'response_code', 'no_access_token')) not valid;
alter table app.webhook_attempt validate constraint webhook_attempt_error_check;
