/** Users of the sandbox: two merchants, one with a user per role, and the provider's staff. All share one password. */
import { type GROUP_VIEWER, MERCHANT_ROLES, PROVIDER_ROLES, type Role, isProviderRole } from '@dasbor/contract/access';
import { hashPassword } from '../auth/password.ts';
import { addToDirectory } from '../auth/membership-directory-queries.ts';
import { insertMembership } from '../auth/membership-queries.ts';
import { insertLogin } from '../auth/queries.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type NewMerchant, ensureMerchant } from '../merchant/queries.ts';
import { SANDBOX_PASSWORD } from './credentials.ts';

export const KOPI_NUSANTARA: NewMerchant = {
  merchant_id: 'mer_01k0k0p1nvsantara000000000',
  code: 'KOPI',
  brand_name: 'Kopi Nusantara',
  legal_name: 'PT Kopi Nusantara Jaya',
  city: 'JAKARTA SELATAN',
  mcc: '5814',
  nmid: 'ID1020304050607',
  qris_criteria: 'UKE',
};

export const BATIK_LESTARI: NewMerchant = {
  merchant_id: 'mer_01k0bat1k1estar1000000000x',
  code: 'BATIK',
  brand_name: 'Batik Lestari',
  legal_name: 'CV Batik Lestari',
  city: 'YOGYAKARTA',
  mcc: '5691',
  nmid: 'ID1020304050608',
  qris_criteria: 'UME',
};

const NAMES: Record<Exclude<Role, typeof GROUP_VIEWER>, string> = {
  superadmin: 'Sari Pratiwi',
  admin: 'Agus Setiawan',
  finance: 'Fitri Handayani',
  operator: 'Oka Mahendra',
  approver: 'Andi Kurniawan',
  developer: 'Dewi Lestari',
  support: 'Surya Nugraha',
  platform_admin: 'Putri Maharani',
  platform_finance: 'Panji Wicaksono',
  platform_compliance: 'Citra Anggraini',
  platform_support: 'Pandu Saputra',
};

/** Sign-ins of the sandbox, printed at start and used by the tests. */
export const SANDBOX_USERS: { email: string; role: Role; merchant_id: string | null; name: string }[] = [
  ...MERCHANT_ROLES.map((role) => ({
    email: `${role}@kopi.example`,
    role,
    merchant_id: KOPI_NUSANTARA.merchant_id,
    name: NAMES[role],
  })),
  {
    email: 'superadmin@batik.example',
    role: 'superadmin',
    merchant_id: BATIK_LESTARI.merchant_id,
    name: 'Ratna Wulandari',
  },
  ...PROVIDER_ROLES.map((role) => ({ email: `${role}@dasbor.example`, role, merchant_id: null, name: NAMES[role] })),
];

/** Inserts merchants and users. Idempotent: adds only what is missing. */
export async function ensurePeople(deps: Pick<Deps, 'db'>, at: Date): Promise<void> {
  await ensureMerchant(deps.db, KOPI_NUSANTARA, at);
  await ensureMerchant(deps.db, BATIK_LESTARI, at);
  // All share one password, so one hash is enough: hashing is slow by design.
  const password_hash = await hashPassword(SANDBOX_PASSWORD);
  for (const [index, user] of SANDBOX_USERS.entries()) {
    await ensureUser(deps, { ...user, user_id: getSandboxUserId(index), password_hash, created_at: at });
  }
}

interface SandboxUser {
  user_id: string;
  email: string;
  name: string;
  role: Role;
  merchant_id: string | null;
  password_hash: string;
  created_at: Date;
}

/** Inserts a user of the sandbox or of a test, with the membership at their merchant. Idempotent. */
export async function ensureUser({ db }: Pick<Deps, 'db'>, { merchant_id, ...user }: SandboxUser): Promise<void> {
  const { user_id, role, created_at } = user;
  const provider_role = isProviderRole(role) ? role : null;
  await asLogin(db, (tx) => insertLogin(tx, { ...user, role: provider_role }));
  if (merchant_id === null) return;
  const listed = await addToDirectory(db, { merchant_id, user_id });
  await asMerchant(db, merchant_id, (tx) =>
    insertMembership(tx, listed, { role, invited_by: null, invited_by_name: null, created_at }),
  );
}

/** The id of a user, by its position in SANDBOX_USERS. */
export const getSandboxUserId = (index: number): string =>
  `usr_01k0sandb0x0000000000000${String(index).padStart(2, '0')}`;
