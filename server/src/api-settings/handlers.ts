/** API keys. The secret is shown once and stored as a hash. */
import type * as api_settings from '@dasbor/contract/api-settings';
import type { ApiKey } from '@dasbor/contract/api-settings';
import { localized } from '@dasbor/contract/language';
import { recordAudit } from '../audit/record.ts';
import { type Principal, getPersonId } from '../http/principal.ts';
import { revokePrincipal } from '../http/principal-cache.ts';
import { hashToken, generateOpaqueToken } from '../http/opaque-token.ts';
import { newId } from '../db/new-id.ts';
import { asPlatform } from '../db/tx.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { insertKey, insertKeyDirectoryEntry, listKeys, lockKey, storeRevocation } from './queries.ts';
import { findExceedingEntries, mergeEntries } from './rules.ts';

/** `sk_test_` and four more characters: enough to recognise a key, too few to guess it. */
const PREFIX_LENGTH = 12;

const EXPIRY_IN_PAST = localized(
  'The expiry is in the past. Choose a later time.',
  'Waktu kedaluwarsa sudah lewat. Pilih waktu yang akan datang.',
);

export const apiSettingsHandlers: Handlers<typeof api_settings> = {
  listApiKeys: async ({ tx }) => ({ data: (await tx((each) => listKeys(each))).map(toApiKey) }),

  createApiKey: async (ctx) => {
    const { body, principal, deps, now, tx } = ctx;
    const exceeding = findExceedingEntries(principal, body.access);
    if (exceeding.length > 0) {
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
    const expires_at = body.expires_at === undefined ? null : new Date(body.expires_at);
    if (expires_at !== null && expires_at <= now) {
      throw new Problem(422, 'expiry_in_past', EXPIRY_IN_PAST);
    }
    const secret = `${deps.env.SANDBOX ? 'sk_test_' : 'sk_live_'}${generateOpaqueToken()}`;
    const secret_hash = hashToken(secret);
    await asPlatform(deps.db, (each) => insertKeyDirectoryEntry(each, secret_hash, ctx.merchant_id));
    const row = await tx(async (each) => {
      const key = await insertKey(each, {
        id: newId('api_key', now),
        name: body.name,
        prefix: secret.slice(0, PREFIX_LENGTH),
        last4: secret.slice(-4),
        secret_hash,
        access: JSON.stringify(mergeEntries(body.access)),
        created_by: principal.name,
        owner_id: getPersonId(principal),
        created_at: now,
        expires_at,
      });
      const { id: object_id, name, prefix, last4, access } = key;
      await recordAudit(ctx, each, {
        action: 'api_key.created',
        object_type: 'api_key',
        object_id,
        after: { name, prefix, last4, access, expires_at },
      });
      await enqueueNotification(each, buildKeyNotification('created', key, principal, now));
      return key;
    });
    return { data: { ...toApiKey(row), secret } };
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
      await enqueueNotification(each, buildKeyNotification('revoked', { ...found, id: params.id }, principal, now));
      return found;
    });
    revokePrincipal(deps, key.secret_hash);
    return undefined;
  },
};

/** The security email about a key (domain 1.21), to the user who acted and to the owners of the merchant. */
const buildKeyNotification = (
  outcome: 'created' | 'revoked',
  { id, name, prefix, last4 }: { id: string; name: string; prefix: string; last4: string },
  principal: Principal,
  at: Date,
) => ({
  event_id: `${id}.${outcome}`,
  action: 1003,
  object_type: 'api_key',
  object_id: id,
  facts: { outcome, key_name: name, key: `${prefix}…${last4}`, by: principal.name },
  at,
  user_id: principal.type === 'user' ? principal.id : null,
});

const toApiKey = (row: Awaited<ReturnType<typeof listKeys>>[number]): ApiKey => ({
  ...row,
  access: row.access,
});
