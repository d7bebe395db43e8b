-- The zone in which a person reads times (decision 0088); business days stay in WIB.
alter table app.login
  add constraint login_time_zone_check check (time_zone in ('Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura'));
comment on column app.login.time_zone is 'Zone of times on screens and in downloaded files: WIB, WITA or WIT';
