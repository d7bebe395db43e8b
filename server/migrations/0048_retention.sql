-- Records that are kept for a limited time (server/src/retention). Ids are ordered by time, so the primary keys
-- serve the deletion of old rows.
grant delete on app.session, app.refresh_token to app_login;
grant delete on app.rail_log, app.unmatched_callback to app_platform;
