/**
 * Provider staff read the dashboard of a merchant: their session works in the merchant for at most thirty minutes, with
 * the level `view`. http/serve.ts refuses everything but reading meanwhile.
 */
import { IMPERSONATION_MS } from '@dasbor/contract/impersonation';
import type * as contract from '@dasbor/contract/impersonation';
import * as duration from '@dasbor/contract/duration';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { listMerchantNames } from '../db/merchant-names.ts';
import { asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { clearImpersonation, insertProviderEvent, storeImpersonation } from './impersonation-queries.ts';

export const END_IMPERSONATION_JOB = 'end_impersonation';

export const impersonationHandlers: Handlers<typeof contract> = {
  startImpersonation: {
    find: async ({ deps, params: { merchant_id } }) =>
      (await asPlatform(deps.db, (tx) => listMerchantNames(tx, [merchant_id]))).has(merchant_id) ? true : null,
    handle: async (ctx) => {
      const { deps, params, body, now, request } = ctx;
      const { merchant_id } = params;
      const user = getUser(ctx.principal);
      const ends_at = new Date(now.getTime() + IMPERSONATION_MS);
      // The entry of the merchant's log is committed first: nobody reads a merchant without one.
      await record(ctx, deps, {
        merchant_id,
        action: 'impersonation.started',
        after: { reason: body.reason, ends_at },
      });
      await asLogin(deps.db, async (tx) => {
        await storeImpersonation(tx, user.session_id, { merchant_id, ends_at, reason: body.reason });
        const event = { user_id: user.id, at: now, ip: request.ip, merchant_id } as const;
        await insertProviderEvent(tx, { ...event, kind: 'impersonation_started' });
        await enqueue(
          tx,
          END_IMPERSONATION_JOB,
          { session_id: user.session_id, ends_at: ends_at.toISOString() },
          { run_at: new Date(ends_at.getTime() + duration.seconds(1)) },
        );
      });
      invalidatePrincipal(deps, user.session_id);
      return { data: { merchant_id, ends_at: ends_at.toISOString() } };
    },
  },

  endImpersonation: async (ctx) => {
    const user = getUser(ctx.principal);
    const ended = await finishImpersonation(ctx.deps, user.session_id, { now: ctx.now, ip: ctx.request.ip });
    return { data: { merchant_id: ended } };
  },
};

interface EndContext {
  now: Date;
  ip: string | null;
  /** The end that was planned; absent when the person ends it. */
  ends_at?: string;
}

/** Ends the impersonation of a session; returns its merchant, null when there was none. Idempotent. */
export async function finishImpersonation(
  deps: Deps,
  session_id: string,
  { now, ip, ends_at }: EndContext,
): Promise<string | null> {
  const ended = await asLogin(deps.db, async (tx) => {
    const found = await clearImpersonation(tx, session_id, ends_at);
    if (found === null) return null;
    const { user_id, merchant_id } = found;
    await insertProviderEvent(tx, { user_id, kind: 'impersonation_ended', at: now, ip, merchant_id });
    return found;
  });
  invalidatePrincipal(deps, session_id);
  if (ended === null) return null;
  const actor = { type: 'provider' as const, id: ended.user_id, name: ended.name };
  const after = { is_expired: ends_at !== undefined };
  await record({ now, ip, actor }, deps, { merchant_id: ended.merchant_id, action: 'impersonation.ended', after });
  return ended.merchant_id;
}

const record = (
  ctx: AuditContext,
  { db }: Pick<Deps, 'db'>,
  entry: { merchant_id: string; action: 'impersonation.started' | 'impersonation.ended'; after: unknown },
) =>
  asMerchant(db, entry.merchant_id, (tx) =>
    recordAudit(ctx, tx, {
      action: entry.action,
      object_type: 'merchant',
      object_id: entry.merchant_id,
      after: entry.after,
    }),
  );
