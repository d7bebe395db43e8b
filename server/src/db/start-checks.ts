/** Startup checks: the application does not start on a database that could lose money or mix up merchants. */
import { sql } from 'kysely';
import type { Db } from './connect.ts';
import { asLogin, asPlatform } from './tx.ts';

export async function assertSafeToStart(db: Db): Promise<void> {
  const problems = await asPlatform(db, async (tx) => {
    const settings = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`.execute(
      tx.sql,
    );
    const roles = await sql<{ rolname: string }>`
      select rolname from pg_roles where (rolname = session_user or rolname in ('app_merchant', 'app_platform', 'app_login', 'app_intake'))
        and (rolbypassrls or rolsuper)`.execute(tx.sql);
    const tables = await sql<{ relname: string }>`
      select c.relname from pg_class c
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
        and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id' and a.attnotnull and not a.attisdropped)
        and not (c.relrowsecurity and c.relforcerowsecurity)`.execute(tx.sql);
    return [
      ...settings.rows.map((row) => `PostgreSQL setting ${row.name} is off: committed money could be lost`),
      ...roles.rows.map((row) => `role ${row.rolname} can bypass row-level security`),
      ...tables.rows.map((row) => `table ${row.relname} lacks forced row-level security`),
    ];
  });
  if (problems.length > 0)
    throw new Error(`Refusing to start:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
}

/** Throws when no transaction can be opened: the database is down or out of connections. */
export async function assertReachable(db: Db): Promise<void> {
  await asLogin(db, (tx) => sql`select 1`.execute(tx.sql));
}
