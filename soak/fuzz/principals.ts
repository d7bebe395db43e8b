/** Principals of the requests: a sandbox user of each role, a shared user of an account group, an API key, or nobody. */
import { GROUP_VIEWER, MERCHANT_GROUPS } from '@dasbor/contract/access';
import { insertLogin } from '../../server/src/auth/queries.ts';
import { newId } from '../../server/src/db/new-id.ts';
import { asLogin, asPlatform } from '../../server/src/db/tx.ts';
import { KOPI_NUSANTARA, SANDBOX_USERS } from '../../server/src/sandbox/people.ts';
import type { SoakEnvironment } from '../environment.ts';
import { MERCHANT_EMAIL } from '../users.ts';
import { pick } from './generate-value.ts';

const VIEWER_EMAIL = 'viewer@group.example';
/** Share of requests without credentials. */
const ANONYMOUS_SHARE = 0.05;
const API_KEY_SHARE = 0.1;
/** The superadmin of a merchant sends most often: most operations are theirs. */
const SUPERADMIN_SHARE = 0.35;

export interface FuzzPrincipals {
  /** The role of a random sender, with its Authorization header. */
  pick: (random: () => number) => Promise<{ role: string; headers: Record<string, string> }>;
}

/** Creates the shared user and the API key, which the sandbox does not have. */
export async function createPrincipals(environment: SoakEnvironment): Promise<FuzzPrincipals> {
  await createGroupViewer(environment);
  const secret = await createKey(environment);
  const users: { email: string; role: string }[] = [...SANDBOX_USERS, { email: VIEWER_EMAIL, role: GROUP_VIEWER }];
  return {
    pick: async (random) => {
      const chance = random();
      if (chance < ANONYMOUS_SHARE) return { role: 'nobody', headers: {} };
      if (chance < ANONYMOUS_SHARE + API_KEY_SHARE) return { role: 'api_key', headers: authorize(secret) };
      const user = random() < SUPERADMIN_SHARE ? users[0] : pick(users, random);
      const { email, role } = user ?? { email: MERCHANT_EMAIL, role: 'superadmin' };
      return { role, headers: authorize(await environment.getToken(email)) };
    },
  };
}

const authorize = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

async function createGroupViewer({ deps, renewSessions }: SoakEnvironment): Promise<void> {
  const now = deps.clock.now();
  const [id, user_id] = [newId('account_group', now), newId('user', now)];
  const times = { created_at: now, updated_at: now };
  const login = { user_id, email: VIEWER_EMAIL, role: null, name: 'Hana Gunawan', password_hash: '-', created_at: now };
  await asLogin(deps.db, (tx) => insertLogin(tx, login));
  await asPlatform(deps.db, async (tx) => {
    const group = {
      id,
      code: 'FUZZ',
      name: 'Fuzz',
      type: 'reseller',
      status: 'active',
      owner_merchant_of: null,
    } as const;
    await tx.sql
      .insertInto('account_group')
      .values({ ...group, ...times })
      .execute();
    const member = { id: newId('account_group_member', now), group_id: id, type: 'reseller' };
    await tx.sql
      .insertInto('account_group_member')
      .values({
        ...member,
        ...times,
        merchant_id: KOPI_NUSANTARA.merchant_id,
        effective_from: '2026-01-01',
        created_by_name: 'Soak',
      })
      .execute();
    await tx.sql
      .insertInto('account_group_user')
      .values({ group_id: id, user_id, status: 'active', invited_by_name: 'Soak', ...times })
      .execute();
  });
  await renewSessions();
}

async function createKey({ call }: SoakEnvironment): Promise<string> {
  // At most that of its creator, and none to keys and users.
  const access = MERCHANT_GROUPS.filter((group) => group !== 'API' && group !== 'Users').map((group) => ({
    group,
    access: group === 'Audit log' ? 'view' : 'manage',
  }));
  const answer = await call(MERCHANT_EMAIL, 'POST', '/api-keys', { body: { name: 'Soak', access } });
  if (answer.status !== 201) throw new Error(`creating an API key answered ${answer.status}: ${answer.text}`);
  return answer.json<{ data: { secret: string } }>().data.secret;
}
