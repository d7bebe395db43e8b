-- Limits, hours and waiting times of rails are versions from a day on that staff of the provider add, and withdraw before
-- they begin.
alter table app.transfer_rail
  add column created_by text,
  add column created_at timestamptz(3);
comment on column app.transfer_rail.created_by is 'Who added the version; null: it came with the installation';
grant insert, delete on app.transfer_rail to app_platform;
