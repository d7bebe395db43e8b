-- Planner statistics for tables that have rows but were never analyzed. PostgreSQL forgets after a crash how many rows
-- changed, so that autovacuum may leave a table without statistics for long; without them, the planner takes all rows of a
-- merchant for a single one. Only the owner may analyze a table.

-- Analyzes one such table and returns its name; NULL when there is none.
create function app.analyze_new_table() returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_name text;
begin
  select c.relname into v_name from pg_class c
  where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.reltuples < 0
    -- Smaller tables are read as a whole.
    and pg_relation_size(c.oid) >= 4 * current_setting('block_size')::int
  order by c.relname limit 1;
  if v_name is not null then
    execute format('analyze app.%I', v_name);
  end if;
  return v_name;
end $$;
revoke all on function app.analyze_new_table() from public;
grant execute on function app.analyze_new_table() to app_platform;
