/** The signed-in user and their access (specification sections 3 and 6). */
import { randomBytes } from 'node:crypto';
import { GROUP_VIEWER, isCustomRole } from '@dasbor/contract/access';
import { localized } from '@dasbor/contract/language';
import type * as profile from '@dasbor/contract/profile';
import type { Output, Route } from '@dasbor/contract/route';
import { recordAudit } from '../audit/record.ts';
import { listGroupNames, listOwnGroupIds } from '../auth/group-user-queries.ts';
import { listActiveMemberships } from '../auth/membership-queries.ts';
import { getOrigin } from '../http/origin.ts';
import { recordSecurityEvent } from '../auth/security-event-queries.ts';
import type { SecurityEventDetails } from '../db/column-types.ts';
import { listMerchantNames } from '../db/merchant-names.ts';
import { type LoginTx, asLogin, asPlatform } from '../db/tx.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import type { RequestContext, Handlers } from '../http/serve.ts';
import { assertSteppedUp } from '../http/step-up.ts';
import { findCustomRole } from '../role/queries.ts';
import { type User, getUser } from '../http/user.ts';
import { deletePhoto, findPhotoTokens, upsertPhoto } from './photo-queries.ts';
import { findOwnMerchant, findPerson, updatePerson } from './queries.ts';
import { type ProfileChanges, buildPhotoUrl, getFeatureFlags, listChanges } from './rules.ts';

/** Too many to be guessed. */
const PHOTO_TOKEN_BYTES = 24;
const SHARED = { merchant_id: null, role: GROUP_VIEWER, role_name: null } as const;

export const profileHandlers: Handlers<typeof profile> = {
  getProfile: async (ctx) => {
    const user = getUser(ctx.principal);
    // Not of the principal, which may be seconds old: another session or process may have changed them.
    const { name, locale, time_zone } = await asLogin(ctx.deps.db, (tx) => findPerson(tx, user.id));
    return buildProfile(ctx, { ...user, name, locale, time_zone });
  },

  getProfileDetails: async ({ deps, principal }) => {
    const user = getUser(principal);
    const { person, memberships, group_ids } = await asLogin(deps.db, async (tx) => ({
      person: await findPerson(tx, user.id),
      memberships: await listActiveMemberships(tx, user.id),
      group_ids: await listOwnGroupIds(tx, user.id),
    }));
    const staff = person.role === null ? [] : [{ merchant_id: null, role: person.role, role_name: null }];
    const merchant_ids = memberships.map(({ merchant_id }) => merchant_id);
    const { names, groups } = await asPlatform(deps.db, async (tx) => ({
      names: await listMerchantNames(tx, merchant_ids),
      groups: await listGroupNames(tx, group_ids),
    }));
    const roles = [...staff, ...memberships].map((held) => ({
      ...held,
      merchant_name: held.merchant_id === null ? null : (names.get(held.merchant_id) ?? null),
    }));
    const shared = [...groups.values()].map((merchant_name) => ({ ...SHARED, merchant_name }));
    const { phone, phone_verified_at, password_changed_at } = person;
    return {
      data: { phone, is_phone_verified: phone_verified_at !== null, password_changed_at, roles: [...roles, ...shared] },
    };
  },

  saveProfile: async (ctx) => {
    const { body, deps } = ctx;
    const user = getUser(ctx.principal);
    const before = await asLogin(deps.db, (tx) => findPerson(tx, user.id));
    const changes = listChanges(before, body);
    assertPhoneChange(before, changes, ctx);
    if (Object.keys(changes).length > 0) {
      const states = { before: pick(before, changes), after: { ...changes } };
      await asLogin(deps.db, async (tx) => {
        await updatePerson(tx, user.id, changes);
        await recordOutsideMerchant(ctx, tx, user, states);
      });
      invalidatePrincipal(deps, user.session_id);
      await recordInMerchant(ctx, user, states);
    }
    const { name = user.name, locale = user.locale, time_zone = user.time_zone } = changes;
    return buildProfile(ctx, { ...user, name, locale, time_zone });
  },

  uploadProfilePhoto: async (ctx) => {
    const { content, type } = ctx.file;
    if (content === undefined) throw new Error('The photo has no content');
    const photo = { content, content_type: type === 'png' ? 'image/png' : 'image/jpeg' } as const;
    return changePhoto(ctx, (tx, user_id) =>
      upsertPhoto(tx, {
        user_id,
        token: randomBytes(PHOTO_TOKEN_BYTES).toString('base64url'),
        ...photo,
        created_at: ctx.now,
      }),
    );
  },

  removeProfilePhoto: (ctx) => changePhoto(ctx, deletePhoto),

  getMerchantRoleAccess: async ({ principal }) =>
    principal.merchant_id === null ? { data: null } : { data: { access: principal.access } },

  getPictureBusinessProfile: async (ctx) => ({ data: { logo_url: (await findMerchant(ctx))?.logo_url ?? null } }),

  listFeatureFlags: async (ctx) => {
    const environment = { manage_notifications: ctx.deps.env.FEATURE_MANAGE_NOTIFICATIONS };
    return { data: getFeatureFlags(environment, (await findMerchant(ctx))?.feature_flags) };
  },
};

/** Changes the photo of the signed-in user. That it changed is recorded, not what it shows. */
async function changePhoto<R extends Route>(
  ctx: RequestContext<R>,
  change: (tx: LoginTx, user_id: string) => Promise<unknown>,
): Promise<Output<typeof profile.getProfile>> {
  const user = getUser(ctx.principal);
  const { before, after } = await asLogin(ctx.deps.db, async (tx) => {
    const had_photo = (await findPhotoTokens(tx, [user.id])).size > 0;
    await change(tx, user.id);
    const has_photo = (await findPhotoTokens(tx, [user.id])).size > 0;
    const states = { before: { has_photo: had_photo }, after: { has_photo } };
    if (had_photo || has_photo) await recordOutsideMerchant(ctx, tx, user, states);
    return states;
  });
  if (before.has_photo || after.has_photo) await recordInMerchant(ctx, user, { before, after });
  return buildProfile(ctx, user);
}

interface States {
  before: SecurityEventDetails;
  after: SecurityEventDetails;
}

/** Records a change of the profile in the audit log of the merchant that the session works in. */
async function recordInMerchant<R extends Route>(ctx: RequestContext<R>, user: User, states: States): Promise<void> {
  if (user.merchant_id === null) return;
  await ctx.tx((tx) =>
    recordAudit(ctx, tx, { action: 'profile.updated', object_type: 'user', object_id: user.id, ...states }),
  );
}

/** Of staff and shared users, whose session has no merchant, it is an event of their account. */
async function recordOutsideMerchant(
  { request, now }: Pick<RequestContext<Route>, 'request' | 'now'>,
  tx: LoginTx,
  { id: user_id, merchant_id }: User,
  { before, after }: States,
): Promise<void> {
  if (merchant_id !== null) return;
  const former = Object.fromEntries(Object.entries(before).map(([name, value]) => [`former_${name}`, value]));
  const details = { ...after, ...former };
  await recordSecurityEvent(tx, { user_id, kind: 'profile_changed', at: now, ...getOrigin(request), details });
}

/**
 * A verified number is replaced by a code to the new one, so that a stolen session cannot redirect messages. Throws 422
 * `phone_verification_required`, and 403 `step_up_required` for its removal.
 */
function assertPhoneChange(
  { phone_verified_at }: { phone_verified_at: string | null },
  { phone }: ProfileChanges,
  context: { principal: Principal; now: Date },
): void {
  if (phone_verified_at === null || phone === undefined) return;
  if (phone === null) return assertSteppedUp(context);
  const detail = localized(
    'Your mobile number is verified. Verify the new number with a code to replace it.',
    'Nomor ponsel Anda sudah diverifikasi. Verifikasi nomor baru dengan kode untuk menggantinya.',
  );
  throw new Problem(422, 'phone_verification_required', detail, { errors: [{ field: 'phone', detail }] });
}

/** The fields of `before` that change. */
const pick = (before: Required<ProfileChanges>, changes: ProfileChanges) =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, before[name as keyof ProfileChanges]]));

async function buildProfile<R extends Route>(
  ctx: RequestContext<R>,
  { id, name, email, role, merchant_id, group_id, locale, time_zone, needs_second_factor, impersonation_ends_at }: User,
): Promise<Output<typeof profile.getProfile>> {
  const merchant_name = (await findMerchant(ctx))?.brand_name ?? null;
  const custom = isCustomRole(role) ? await ctx.tx((tx) => findCustomRole(tx, role)) : undefined;
  const role_name = custom?.name ?? null;
  const is_sandbox = ctx.deps.env.SANDBOX;
  const group_name = group_id === undefined ? null : await findGroupName(ctx, group_id);
  const group = { group_id: group_id ?? null, group_name };
  const impersonation = { impersonation_ends_at: impersonation_ends_at ?? null };
  const tokens = await asLogin(ctx.deps.db, (tx) => findPhotoTokens(tx, [id]));
  const photo_url = buildPhotoUrl(id, tokens.get(id));
  const person = { id, name, email, photo_url, role, role_name, locale, time_zone };
  return {
    data: { ...person, merchant_id, merchant_name, ...group, ...impersonation, needs_second_factor, is_sandbox },
  };
}

const findGroupName = async ({ deps }: Pick<RequestContext<Route>, 'deps'>, id: string): Promise<string | null> =>
  (await asPlatform(deps.db, (tx) => listGroupNames(tx, [id]))).get(id) ?? null;

/** The principal's merchant; undefined for provider staff, who have none. */
const findMerchant = async <R extends Route>(ctx: RequestContext<R>) =>
  ctx.principal.merchant_id === null ? undefined : ctx.tx((tx) => findOwnMerchant(tx));
