/** API keys. The secret is shown once and stored as a hash. */
import type { AccessEntry } from '@dasbor/contract/access';
import type * as api_settings from '@dasbor/contract/api-settings';
import { ACTIVE_KEYS_MAX, type ApiKey } from '@dasbor/contract/api-settings';
import { localized } from '@dasbor/contract/language';
import { recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { generateOpaqueToken, hashToken } from '../http/opaque-token.ts';
import { parseNetworks } from '../http/parse-networks.ts';
import { type Principal, getPersonId } from '../http/principal.ts';
import { invalidatePrincipal, revokePrincipal } from '../http/principal-cache.ts';
import { Problem, notFound } from '../http/problem.ts';
import { createRowFileResponse } from '../http/row-table.ts';
import type { Handlers } from '../http/serve.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { apiKeyFile, toApiKeyRow } from './key-file.ts';
import { buildKeyNotification } from './key-notification.ts';
import {
  countActiveKeys,
  findKey,
  insertKey,
  insertKeyDirectoryEntry,
  listKeys,
  lockKey,
  storeRevocation,
  updateKey,
} from './queries.ts';
import { rollKey } from './roll-key.ts';
import { findExceedingEntries, toKeyStatus, mergeEntries } from './rules.ts';

/** `sk_test_` and four more characters: enough to recognise a key, too few to guess it. */
const PREFIX_LENGTH = 12;

const EXPIRY_IN_PAST = localized(
  'The expiry is in the past. Choose a later time.',
  'Waktu kedaluwarsa sudah lewat. Pilih waktu yang akan datang.',
);
const TOO_MANY_KEYS = localized(
  `A merchant has at most ${ACTIVE_KEYS_MAX} active API keys. Revoke one that is no longer used.`,
  `Merchant memiliki paling banyak ${ACTIVE_KEYS_MAX} API key aktif. Cabut yang tidak lagi dipakai.`,
);

export const apiSettingsHandlers: Handlers<typeof api_settings> = {
  listApiKeys: async (ctx) => {
    const data = (await ctx.tx(listKeys)).map((row) => toApiKey(row, ctx.now));
    return ctx.file_format === null ? { data } : createRowFileResponse(ctx, apiKeyFile, data.map(toApiKeyRow));
  },

  createApiKey: async (ctx) => {
    const { body, principal, now, tx } = ctx;
    assertWithinOwnAccess(principal, body.access);
    const expires_at = body.expires_at === undefined ? null : new Date(body.expires_at);
    assertInFuture(expires_at, now);
    const allowed_cidrs = parseNetworks(body.allowed_cidrs ?? [], 'allowed_cidrs');
    const { secret, ...stored_secret } = await generateSecret(ctx);
    const row = await tx(async (each) => {
      if ((await countActiveKeys(each, now)) >= ACTIVE_KEYS_MAX) {
        throw new Problem(422, 'too_many_api_keys', TOO_MANY_KEYS);
      }
      const key = await insertKey(each, {
        id: newId('api_key', now),
        name: body.name,
        description: body.description || null,
        ...stored_secret,
        access: JSON.stringify(mergeEntries(body.access)),
        allowed_cidrs,
        created_by: principal.name,
        owner_id: getPersonId(principal),
        former_owner_ids: [],
        created_at: now,
        expires_at,
      });
      const { id: object_id, name, prefix, last4, access } = key;
      await recordAudit(ctx, each, {
        action: 'api_key.created',
        object_type: 'api_key',
        object_id,
        after: { name, prefix, last4, access, allowed_cidrs, expires_at },
      });
      await enqueueNotification(each, buildKeyNotification(key, { outcome: 'created', ...toActor(principal, now) }));
      return key;
    });
    return { data: { ...toApiKey(row, now), secret } };
  },

  changeApiKey: {
    find: ({ tx, params }) => tx(async (each) => (await findKey(each, params.id)) ?? null),
    handle: async (ctx) => {
      const { body, principal, deps, now, params, tx } = ctx;
      const given_cidrs = body.allowed_cidrs && parseNetworks(body.allowed_cidrs, 'allowed_cidrs');
      const { row, secret_hash } = await tx(async (each) => {
        const found = await lockKey(each, params.id);
        if (found === undefined) throw notFound();
        assertUsable(found, now);
        // More networks are more access to whatever the key may do.
        if (given_cidrs !== undefined) assertWithinOwnAccess(principal, found.access);
        const change = {
          name: body.name ?? found.name,
          description: body.description === undefined ? found.description : body.description || null,
          allowed_cidrs: given_cidrs ?? found.allowed_cidrs,
        };
        const { name, description, allowed_cidrs } = found;
        await recordAudit(ctx, each, {
          action: 'api_key.updated',
          object_type: 'api_key',
          object_id: params.id,
          before: { name, description, allowed_cidrs },
          after: change,
        });
        return { row: await updateKey(each, params.id, change), secret_hash: found.secret_hash };
      });
      invalidatePrincipal(deps, secret_hash);
      return { data: toApiKey(row, now) };
    },
  },

  rollApiKey: {
    find: ({ tx, params }) => tx(async (each) => (await findKey(each, params.id)) ?? null),
    handle: async (ctx) => {
      const { body, principal, deps, now, params, tx } = ctx;
      const { secret, ...stored_secret } = await generateSecret(ctx);
      const { key, old } = await tx(async (each) => {
        const found = await lockKey(each, params.id);
        if (found === undefined) throw notFound();
        assertUsable(found, now);
        // The one who rolls receives a secret with the whole access of the key.
        assertWithinOwnAccess(principal, found.access);
        return rollKey(ctx, each, { old: { ...found, id: params.id }, body, stored_secret, assertInFuture });
      });
      if (body.overlap_hours === 0) revokePrincipal(deps, old.secret_hash);
      else invalidatePrincipal(deps, old.secret_hash);
      return { data: { ...toApiKey(key, now), secret } };
    },
  },

  revokeApiKey: async (ctx) => {
    const { principal, deps, now, params, tx } = ctx;
    const key = await tx(async (each) => {
      const found = await lockKey(each, params.id);
      if (found === undefined) throw notFound();
      if (found.revoked_at !== null) return found;
      await storeRevocation(each, params.id, now);
      await recordAudit(ctx, each, {
        action: 'api_key.revoked',
        object_type: 'api_key',
        object_id: params.id,
        before: { name: found.name, prefix: found.prefix, last4: found.last4 },
      });
      await enqueueNotification(each, buildKeyNotification(found, { outcome: 'revoked', ...toActor(principal, now) }));
      return found;
    });
    revokePrincipal(deps, key.secret_hash);
    return undefined;
  },
};

/** The person and the key behind the event of an email. */
const toActor = (principal: Principal, at: Date) => ({
  user_id: principal.type === 'user' ? principal.id : null,
  at,
  template_data: { by: principal.name },
});

/** Throws 422 `access_exceeds_own` when the entries allow something that the principal may not do. */
function assertWithinOwnAccess(principal: Principal, access: AccessEntry[]): void {
  const exceeding = findExceedingEntries(principal, access);
  if (exceeding.length === 0) return;
  const groups = exceeding.map((entry) => entry.group).join(', ');
  throw new Problem(
    422,
    'access_exceeds_own',
    localized(
      `An API key cannot have more access than you: ${groups}. Reduce its access.`,
      `API key tidak boleh memiliki akses melebihi akses Anda: ${groups}. Kurangi aksesnya.`,
    ),
  );
}

function assertInFuture(expires_at: Date | null, now: Date): void {
  if (expires_at !== null && expires_at <= now) throw new Problem(422, 'expiry_in_past', EXPIRY_IN_PAST);
}

/** Throws 409 when the key is revoked, expired or replaced already. */
function assertUsable(key: Parameters<typeof toKeyStatus>[0], now: Date): void {
  if (toKeyStatus(key, now) === 'active') return;
  throw new Problem(
    409,
    'api_key_not_active',
    localized(
      'This API key is no longer active. Create a new key instead.',
      'API key ini tidak aktif lagi. Buat API key baru.',
    ),
  );
}

/** A new secret, known to authentication before its key exists: an entry without a key means nothing. */
async function generateSecret({ deps, merchant_id }: { deps: Deps; merchant_id: string }) {
  const secret = `${deps.env.SANDBOX ? 'sk_test_' : 'sk_live_'}${generateOpaqueToken()}`;
  const secret_hash = hashToken(secret);
  await asPlatform(deps.db, (each) => insertKeyDirectoryEntry(each, secret_hash, merchant_id));
  return { secret, secret_hash, prefix: secret.slice(0, PREFIX_LENGTH), last4: secret.slice(-4) };
}

const toApiKey = (row: Awaited<ReturnType<typeof listKeys>>[number], now: Date): ApiKey => ({
  ...row,
  status: toKeyStatus(row, now),
});
