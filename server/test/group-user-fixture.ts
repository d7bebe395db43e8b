/** Shared users of account groups for tests. */
import { hashPassword } from '../src/auth/password.ts';
import { insertLogin } from '../src/auth/queries.ts';
import { newId } from '../src/db/new-id.ts';
import { asLogin, asPlatform } from '../src/db/tx.ts';
import { SANDBOX_PASSWORD } from '../src/sandbox/credentials.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** Signs in a new person who reads the group. */
export async function createGroupUser(t: TestApp, group_id: string, email: string): Promise<TestClient> {
  const now = t.clock.now();
  const user_id = newId('user', now);
  const password_hash = await hashPassword(SANDBOX_PASSWORD);
  const login = { user_id, email, role: null, name: 'Hana Gunawan', password_hash, created_at: now };
  await asLogin(t.deps.db, (tx) => insertLogin(tx, login));
  await asPlatform(t.deps.db, (tx) =>
    tx.sql
      .insertInto('account_group_user')
      .values({ group_id, user_id, status: 'active', invited_by_name: 'Test', created_at: now, updated_at: now })
      .execute(),
  );
  return t.signIn(email);
}
