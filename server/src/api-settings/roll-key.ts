/** The roll of a key: a new generation with the same access, while the old one works until the end of the overlap. */
import type { rollApiKey } from '@dasbor/contract/api-settings';
import type { Body } from '@dasbor/contract/route';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { type Principal, getPersonId } from '../http/principal.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { buildKeyNotification } from './key-notification.ts';
import { insertKey, type lockKey, storeRoll } from './queries.ts';
import { calculateNextExpiry, calculateOverlapEnd, listFormerOwners } from './rules.ts';

type OldKey = NonNullable<Awaited<ReturnType<typeof lockKey>>>;

interface Roll {
  /** Locked, and active. */
  old: OldKey;
  body: Body<typeof rollApiKey>;
  stored_secret: { secret_hash: string; prefix: string; last4: string };
  assertInFuture: (expires_at: Date | null, now: Date) => void;
}

/** Creates the next generation of a key in the transaction that locked it. */
export async function rollKey(
  ctx: AuditContext & { principal: Principal },
  tx: MerchantTx,
  { old, body, stored_secret, assertInFuture }: Roll,
) {
  const { principal, now } = ctx;
  const owner_id = getPersonId(principal);
  const expires_at = calculateNextExpiry(old, body.expires_at, now);
  assertInFuture(expires_at, now);
  const key = await insertKey(tx, {
    id: newId('api_key', now),
    name: old.name,
    description: old.description,
    ...stored_secret,
    access: JSON.stringify(old.access),
    allowed_cidrs: old.allowed_cidrs,
    created_by: principal.name,
    owner_id,
    former_owner_ids: listFormerOwners(old, owner_id),
    created_at: now,
    expires_at,
  });
  const valid_until = body.overlap_hours === 0 ? null : calculateOverlapEnd(old, body.overlap_hours, now);
  const rolled_to_id = key.id;
  await storeRoll(tx, old.id, {
    rolled_to_id,
    ...(valid_until === null ? { revoked_at: now } : { expires_at: valid_until }),
  });
  await recordAudit(ctx, tx, {
    action: 'api_key.rolled',
    object_type: 'api_key',
    object_id: old.id,
    before: { name: old.name, prefix: old.prefix, last4: old.last4, expires_at: old.expires_at },
    after: { rolled_to_id, prefix: key.prefix, last4: key.last4, expires_at, old_key_valid_until: valid_until },
  });
  await enqueueNotification(
    tx,
    buildKeyNotification(key, {
      outcome: 'rolled',
      user_id: owner_id,
      at: now,
      template_data: { by: principal.name, valid_until: valid_until?.toISOString() ?? null },
    }),
  );
  return { key, old };
}
