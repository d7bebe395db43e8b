/** SNAP credentials of a merchant. The client secret is shown once and stored encrypted. */
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/snap-credential';
import { ACTIVE_SNAP_CREDENTIALS_MAX } from '@dasbor/contract/snap-credential';
import { recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asPlatform } from '../db/tx.ts';
import { getPersonId } from '../http/principal.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { saveSnapEndpoints } from '../webhook/snap-endpoint.ts';
import { invalidateWebhookSubscription } from '../db/webhook-subscription.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { buildCredentialNotification } from './credential-notification.ts';
import { toAuditState, toCredential } from './credential-view.ts';
import { assertWithinOwnAccess, readPublicKey, tooManyCredentials } from './problems.ts';
import { createNotifyKeys, mergeNotifyUrls, needsNotifyKeys, parseNotifyUrls } from './notification-urls.ts';
import {
  type CredentialRow,
  type LockedCredential,
  countActiveCredentials,
  findCredential,
  insertCredential,
  insertDirectoryEntry,
  listCredentials,
  lockCredential,
  updateCredential,
} from './queries.ts';
import { type PublicKey, toSnapScopes } from './rules.ts';
import { addFormerSecret } from '../former-secrets.ts';
import {
  generateClientKey,
  generateClientSecret,
  openFormerSecrets,
  openSecret,
  sealSecret,
} from '../rails/merchant-credential.ts';

const OBJECT = 'snap_credential';

export const snapCredentialHandlers: Handlers<typeof contract> = {
  listSnapCredentials: async ({ tx }) => ({ data: (await tx(listCredentials)).map(toCredential) }),

  createSnapCredential: async (ctx) => {
    const { body, principal, deps, now, merchant_id, tx } = ctx;
    const services = toSnapScopes(body.services);
    assertWithinOwnAccess(principal, services);
    const key = body.public_key === undefined ? null : readPublicKey(body.public_key);
    const given_urls = await parseNotifyUrls(deps, body.notify_urls);
    const notify_urls = mergeNotifyUrls({}, given_urls, services);
    const id = newId('snap_credential', now);
    const notify_keys = needsNotifyKeys(notify_urls) ? await createNotifyKeys(deps, { merchant_id, id }) : NO_KEYS;
    const client_key = generateClientKey(deps.env.SANDBOX);
    const client_secret = generateClientSecret();
    await asPlatform(deps.db, (each) => insertDirectoryEntry(each, client_key, merchant_id));
    const row = await tx(async (each) => {
      if ((await countActiveCredentials(each)) >= ACTIVE_SNAP_CREDENTIALS_MAX) throw tooManyCredentials();
      const created = await insertCredential(each, {
        id,
        name: body.name,
        client_key,
        client_secret_sealed: sealSecret(deps.vault, { merchant_id, id }, 'client_secret_sealed', client_secret),
        ...toKeyColumns(key, now),
        channel_id: body.channel_id,
        signature_encoding: body.signature_encoding,
        services,
        notify_urls,
        notify_signature: body.notify_signature,
        ...notify_keys,
        owner_id: getPersonId(principal),
        created_by: principal.name,
        created_at: now,
      });
      await recordAudit(ctx, each, {
        action: 'snap_credential.created',
        object_type: OBJECT,
        object_id: id,
        after: toAuditState(created),
      });
      await saveSnapEndpoints(each, notify_urls, {
        credential_id: id,
        name: body.name,
        created_by: principal.name,
        now,
      });
      await enqueueNotification(
        each,
        buildCredentialNotification(created, { outcome: 'snap_created', principal, now }),
      );
      return created;
    });
    invalidateWebhookSubscription(deps.db, merchant_id);
    return { data: { ...toCredential(row), client_secret } };
  },

  changeSnapCredential: {
    find: findOrNull,
    handle: async (ctx) => {
      const { body, principal, deps, now, params, merchant_id, tx } = ctx;
      const given_urls = await parseNotifyUrls(deps, body.notify_urls);
      const new_keys = needsNotifyKeys(given_urls) ? await createNotifyKeys(deps, { merchant_id, id: params.id }) : {};
      const row = await tx(async (each) => {
        const found = await lockUsable(each, params.id);
        const services = body.services === undefined ? toSnapScopes(found.services) : toSnapScopes(body.services);
        if (body.services !== undefined) assertWithinOwnAccess(principal, services);
        const notify_urls = mergeNotifyUrls(found.notify_urls, given_urls, services);
        const changed = await updateCredential(each, params.id, {
          name: body.name ?? found.name,
          services,
          channel_id: body.channel_id ?? found.channel_id,
          signature_encoding: body.signature_encoding ?? found.signature_encoding,
          notify_urls,
          notify_signature: body.notify_signature ?? found.notify_signature,
          ...(found.notify_public_key === null ? new_keys : {}),
        });
        await saveSnapEndpoints(each, notify_urls, {
          credential_id: params.id,
          name: changed.name,
          created_by: principal.name,
          now,
        });
        const [before, after] = [toAuditState(found), toAuditState(changed)];
        await recordAudit(ctx, each, {
          action: 'snap_credential.updated',
          object_type: OBJECT,
          object_id: params.id,
          before,
          after,
        });
        return changed;
      });
      invalidateWebhookSubscription(deps.db, merchant_id);
      return { data: toCredential(row) };
    },
  },

  replaceSnapPublicKey: {
    find: findOrNull,
    handle: async (ctx) => {
      const { body, principal, now, params, tx } = ctx;
      const key = readPublicKey(body.public_key);
      const row = await tx(async (each) => {
        const found = await lockUsable(each, params.id);
        // A person who holds the private key can obtain access tokens with the whole access of the credential.
        assertWithinOwnAccess(principal, toSnapScopes(found.services));
        await recordAudit(ctx, each, {
          action: 'snap_credential.public_key_replaced',
          object_type: OBJECT,
          object_id: params.id,
          before: { public_key_fingerprint: found.public_key_fingerprint },
          after: { public_key_fingerprint: key.fingerprint },
        });
        const event = { outcome: 'snap_key_replaced', principal, now } as const;
        await enqueueNotification(each, buildCredentialNotification(found, event));
        return updateCredential(each, params.id, toKeyColumns(key, now));
      });
      return { data: toCredential(row) };
    },
  },

  rotateSnapSecret: {
    find: findOrNull,
    handle: async (ctx) => {
      const { body, principal, deps, now, params, merchant_id, tx } = ctx;
      const client_secret = generateClientSecret();
      const owner = { merchant_id, id: params.id };
      const row = await tx(async (each) => {
        const found = await lockUsable(each, params.id);
        assertWithinOwnAccess(principal, toSnapScopes(found.services));
        const replaced = openSecret(deps.vault, owner, 'client_secret_sealed', found.client_secret_sealed);
        const ends_at = body.overlap_hours === 0 ? null : new Date(now.getTime() + duration.hours(body.overlap_hours));
        // A second rotation leaves the secret that the merchant may still use as it is.
        const others = openFormerSecrets(deps.vault, { ...found, ...owner }, now);
        const former = ends_at === null ? null : addFormerSecret(others, replaced, ends_at);
        await recordAudit(ctx, each, {
          action: 'snap_credential.secret_rotated',
          object_type: OBJECT,
          object_id: params.id,
          after: { name: found.name, former_valid_until: ends_at },
        });
        const template_data = { valid_until: ends_at?.toISOString() ?? null };
        const event = { outcome: 'snap_secret_rotated', principal, now, template_data } as const;
        await enqueueNotification(each, buildCredentialNotification(found, event));
        return updateCredential(each, params.id, {
          client_secret_sealed: sealSecret(deps.vault, owner, 'client_secret_sealed', client_secret),
          previous_secret_sealed:
            former === null ? null : sealSecret(deps.vault, owner, 'previous_secret_sealed', former.text),
          previous_secret_expires_at: former === null ? null : former.expires_at,
        });
      });
      return { data: { ...toCredential(row), client_secret } };
    },
  },

  revokeSnapCredential: async (ctx) => {
    const { principal, deps, now, params, merchant_id, tx } = ctx;
    await tx(async (each) => {
      const found = await lockCredential(each, params.id);
      if (found === undefined) throw notFound();
      if (found.revoked_at !== null) return;
      // Its former secret and its notifications end with it.
      await saveSnapEndpoints(each, {}, { credential_id: found.id, name: found.name, created_by: principal.name, now });
      await updateCredential(each, params.id, {
        revoked_at: now,
        notify_urls: {},
        previous_secret_sealed: null,
        previous_secret_expires_at: null,
      });
      await recordAudit(ctx, each, {
        action: 'snap_credential.revoked',
        object_type: OBJECT,
        object_id: params.id,
        before: toAuditState(found),
      });
      const event = { outcome: 'snap_revoked', principal, now } as const;
      await enqueueNotification(each, buildCredentialNotification(found, event));
    });
    invalidateWebhookSubscription(deps.db, merchant_id);
    return undefined;
  },
};

/** Of a credential without notification URLs. */
const NO_KEYS = { notify_private_key_sealed: null, notify_public_key: null };

const toKeyColumns = (key: PublicKey | null, now: Date) => ({
  partner_public_key: key?.pem ?? null,
  public_key_fingerprint: key?.fingerprint ?? null,
  public_key_at: key === null ? null : now,
});

async function findOrNull({
  tx,
  params,
}: {
  tx: <T>(work: (tx: MerchantTx) => Promise<T>) => Promise<T>;
  params: { id: string };
}): Promise<CredentialRow | null> {
  return (await tx((each) => findCredential(each, params.id))) ?? null;
}

/** Locks a credential. Throws 404, and 409 when it is revoked. */
async function lockUsable(tx: MerchantTx, id: string): Promise<LockedCredential> {
  const found = await lockCredential(tx, id);
  if (found === undefined) throw notFound();
  if (found.revoked_at === null) return found;
  const detail = localized(
    'This credential is revoked. Create a new one instead.',
    'Kredensial ini sudah dicabut. Buat kredensial baru.',
  );
  throw new Problem(409, 'snap_credential_revoked', detail);
}
