/** Roles of the merchant: presets, and custom roles that are composed of levels per access group. */
import { MERCHANT_ROLES, type AccessEntry, fillAccess, getRoleAccess } from '@dasbor/contract/access';
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/role';
import type { RoleRow } from '@dasbor/contract/role';
import { recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asLogin, isUniqueViolation } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { assertGrantable, getActingMember } from './acting-rules.ts';
import {
  type CustomRole,
  type RoleChange,
  countRoleUsers,
  deleteRole,
  findCustomRole,
  hasPendingInvitation,
  isNamedByPolicy,
  insertRole,
  listCustomRoles,
  listSessionsOfMerchant,
  lockMembers,
  updateRole,
} from './queries.ts';
import { type RoleGrant, canGrant } from './rules.ts';

const ROLES_MAX = 50;

const nameTaken = () =>
  new Problem(409, 'role_name_taken', localized('Another role has this name.', 'Nama ini sudah dipakai peran lain.'));

const OWN_ROLE = localized(
  'You have this role yourself. Ask another user to change it.',
  'Anda sendiri memiliki peran ini. Minta pengguna lain untuk mengubahnya.',
);

const IN_USE = localized(
  'Users or pending invitations have this role. Give them another role first.',
  'Masih ada pengguna atau undangan dengan peran ini. Beri mereka peran lain terlebih dahulu.',
);

const IN_POLICY = localized(
  'An approval policy names this role. Change the policy first.',
  'Peran ini disebut dalam kebijakan persetujuan. Ubah kebijakannya terlebih dahulu.',
);

const TOO_MANY = localized(
  `A merchant can have at most ${ROLES_MAX} custom roles.`,
  `Sebuah merchant dapat memiliki paling banyak ${ROLES_MAX} peran khusus.`,
);

export const roleHandlers: Handlers<typeof contract> = {
  listRoles: async ({ tx, principal }) =>
    tx(async (each) => {
      const counts = await countRoleUsers(each);
      const holder = toRoleGrant(principal);
      const presets = MERCHANT_ROLES.map((id) => ({
        id,
        name: null,
        is_custom: false,
        updated_at: null,
        access: getRoleAccess(id),
        is_masked: id === 'support',
      }));
      const custom = (await listCustomRoles(each)).map((role) => ({ ...toRow(role), is_custom: true }));
      const data = [...presets, ...custom].map((role) => ({
        ...role,
        user_count: counts.get(role.id) ?? 0,
        is_grantable: holder !== null && canGrant(holder, { ...role, role: role.id }),
      }));
      return { data };
    }),

  createRole: async (ctx) => {
    const { body, now, principal, tx } = ctx;
    const id = newId('role', now) as `rol_${string}`;
    const given = toChange(body);
    const data = await tx(async (each) => {
      const actor = getActingMember(await lockMembers(each), principal);
      assertGrantable(actor, { role: id, ...given });
      if ((await listCustomRoles(each)).length >= ROLES_MAX) throw new Problem(422, 'too_many_roles', TOO_MANY);
      if (!(await insertRole(each, { id, ...given, created_by_name: principal.name, now }))) throw nameTaken();
      await recordAudit(ctx, each, { action: 'role.created', object_type: 'role', object_id: id, after: given });
      return buildOutput(each, id, actor);
    });
    return { data };
  },

  changeRole: {
    find: ({ tx, params }) => tx((each) => findCustomRole(each, params.id)).then((found) => found ?? null),
    handle: async (ctx) => {
      const { body, now, params, principal, deps, tx, merchant_id } = ctx;
      const given = toChange(body);
      const { data, user_ids } = await tx(async (each) => {
        const members = await lockMembers(each);
        const actor = getActingMember(members, principal);
        const role = await findCustomRole(each, params.id);
        if (role === undefined) throw notFound();
        const id = params.id as `rol_${string}`;
        if (actor.role === id) throw new Problem(409, 'own_role', OWN_ROLE);
        // Neither to what exceeds the actor, nor from it: the role of a user with more access stays as it is.
        assertGrantable(actor, { role: id, access: role.access, is_masked: role.is_masked });
        assertGrantable(actor, { role: id, ...given });
        await updateRole(each, id, given, now).catch((error: unknown) => {
          throw isUniqueViolation(error, 'role_name') ? nameTaken() : error;
        });
        const { name, access, is_masked } = role;
        await recordAudit(ctx, each, {
          action: 'role.updated',
          object_type: 'role',
          object_id: id,
          before: { name, access, is_masked },
          after: given,
        });
        const holders = members.filter((member) => member.role === id);
        return { data: await buildOutput(each, id, actor), user_ids: holders.map(({ user_id }) => user_id) };
      });
      await rereadPrincipals(deps, merchant_id, user_ids, now);
      return { data };
    },
  },

  deleteRole: async (ctx) => {
    const { now, params, principal, tx } = ctx;
    await tx(async (each) => {
      const actor = getActingMember(await lockMembers(each), principal);
      const role = await findCustomRole(each, params.id);
      if (role === undefined) throw notFound();
      assertGrantable(actor, { role: params.id as `rol_${string}`, access: role.access, is_masked: role.is_masked });
      const user_count = (await countRoleUsers(each)).get(params.id) ?? 0;
      if (user_count > 0 || (await hasPendingInvitation(each, params.id, now))) {
        throw new Problem(409, 'role_in_use', IN_USE);
      }
      if (await isNamedByPolicy(each, params.id)) throw new Problem(409, 'role_in_policy', IN_POLICY);
      await deleteRole(each, params.id);
      const { name, access, is_masked } = role;
      await recordAudit(ctx, each, {
        action: 'role.deleted',
        object_type: 'role',
        object_id: params.id,
        before: { name, access, is_masked },
      });
    });
    return undefined;
  },
};

/** Principals of this process are read again at once; other processes do so within five seconds. */
async function rereadPrincipals(deps: Deps, merchant_id: string, user_ids: string[], now: Date): Promise<void> {
  const sessions = await asLogin(deps.db, (tx) => listSessionsOfMerchant(tx, merchant_id, user_ids, now));
  for (const { id } of sessions) invalidatePrincipal(deps, id);
}

const toRoleGrant = (principal: Principal): RoleGrant | null =>
  principal.type === 'user' && principal.access !== 'disabled' ? { ...principal, access: principal.access } : null;

const toChange = ({
  name,
  access,
  is_masked,
}: {
  name: string;
  access: AccessEntry[];
  is_masked: boolean;
}): RoleChange => ({
  name,
  access: fillAccess(access),
  is_masked,
});

const toRow = ({ id, name, access, is_masked, updated_at }: CustomRole) => ({
  id: id as `rol_${string}`,
  name,
  access: fillAccess(access),
  is_masked,
  updated_at,
});

async function buildOutput(tx: MerchantTx, id: string, actor: RoleGrant): Promise<RoleRow> {
  const role = await findCustomRole(tx, id);
  if (role === undefined) throw notFound();
  const row = toRow(role);
  return {
    ...row,
    is_custom: true,
    user_count: (await countRoleUsers(tx)).get(id) ?? 0,
    is_grantable: canGrant(actor, { ...row, role: row.id }),
  };
}
