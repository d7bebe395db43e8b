-- The time at which the user was notified about a sign-in from a new device.
alter table app.session rename column device_told_at to device_notified_at;
alter index app.session_untold rename to session_device_unnotified;
