/** A registered merchant begins its onboarding when its owner has verified email and mobile number (domain 1.17). */
import { recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { insertMerchantEvent } from './event-queries.ts';
import { markOnboarding } from './registration-queries.ts';

interface Context {
  user: { id: string; name: string };
  ip: string | null;
  now: Date;
}

/** Idempotent: only a registered merchant changes. */
export async function startOnboarding(tx: MerchantTx, { user, ip, now }: Context): Promise<void> {
  if (!(await markOnboarding(tx, now))) return;
  const actor = { type: 'user', id: user.id, name: user.name } as const;
  const event = { kind: 'status', from_status: 'registered', to_status: 'onboarding' } as const;
  await insertMerchantEvent(tx, { at: now, actor }, event);
  await recordAudit({ actor, ip, now }, tx, {
    action: 'merchant.onboarding_started',
    object_type: 'merchant',
    object_id: tx.merchant_id,
    before: { status: 'registered' },
    after: { status: 'onboarding' },
  });
}
