-- Policies call these functions. PostgreSQL plans no statement in parallel that calls a function not marked as safe for it,
-- so no merchant's report could use a second core. Both only read a setting, which parallel workers have too.
alter function app.current_merchant() parallel safe;
alter function app.visible_merchants() parallel safe;
