/** Access of the fuzzed users: generated requests suspend people, remove roles and end sessions, also their own. */
import type pg from 'pg';
import type { SoakEnvironment } from '../environment.ts';

/** Columns that decide the access of a sandbox user, per table with its key. */
const KEPT = [
  { table: 'login', key: ['user_id'], columns: ['email', 'role', 'status', 'password_hash', 'locked_until'] },
  { table: 'membership', key: ['merchant_id', 'user_id'], columns: ['role', 'status'] },
  { table: 'account_group_user', key: ['group_id', 'user_id'], columns: ['status'] },
  {
    table: 'api_key',
    key: ['merchant_id', 'id'],
    columns: ['access', 'expires_at', 'revoked_at', 'allowed_cidrs', 'owner_id'],
  },
  {
    table: 'merchant',
    key: ['merchant_id'],
    columns: ['status', 'requires_second_factor', 'role_access', 'payments_enabled', 'payouts_enabled'],
  },
] as const;

/** Copies the access of all users; restoreAccess puts it back. */
export async function rememberAccess({ owner }: SoakEnvironment): Promise<void> {
  for (const { table } of KEPT) await owner.query(`create temp table kept_${table} as select * from app.${table}`);
}

export async function restoreAccess({ owner, renewSessions }: SoakEnvironment): Promise<void> {
  await restoreTables(owner);
  await owner.query('delete from app.ip_allow_list');
  await renewSessions();
}

async function restoreTables(owner: pg.Client): Promise<void> {
  for (const { table, key, columns } of KEPT) {
    await owner.query(
      `update app.${table} t set ${columns.map((column) => `${column} = k.${column}`).join(', ')}
       from kept_${table} k where ${key.map((column) => `t.${column} = k.${column}`).join(' and ')}`,
    );
  }
}
