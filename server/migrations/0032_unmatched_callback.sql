-- Callbacks that failed authentication or match no object of any merchant, by their standard name.
alter table app.rail_stray rename to unmatched_callback;
alter table app.unmatched_callback rename constraint rail_stray_pkey to unmatched_callback_pkey;
