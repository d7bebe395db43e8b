/** Proof of the mobile number of the signed-in user. */
import type * as contract from '@dasbor/contract/mobile-verification';
import { recordAudit } from '../audit/record.ts';
import { type MerchantTx, asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/serve.ts';
import { assertSteppedUp } from '../http/step-up.ts';
import { type User, getUser } from '../http/user.ts';
import { confirmCode, readMobileState, sendCode } from './mobile-code.ts';
import { getOrigin } from '../http/origin.ts';
import { recordSecurityEvent } from './security-event-queries.ts';

interface OnboardingContext {
  user: User;
  ip: string;
  now: Date;
}
/** Moves a registered merchant on, once its owner is verified. Idempotent. */
type StartOnboarding = (tx: MerchantTx, context: OnboardingContext) => Promise<void>;

export const mobileVerificationHandlers = (startOnboarding: StartOnboarding): Handlers<typeof contract> => {
  /** Also after a crash between the two transactions of the confirmation. */
  const advance = async ({ db }: Pick<Deps, 'db'>, context: OnboardingContext): Promise<void> => {
    const { merchant_id, role } = context.user;
    if (merchant_id === null || role !== 'superadmin') return;
    await asMerchant(db, merchant_id, (tx) => startOnboarding(tx, context));
  };

  return {
    getMobileVerification: async ({ deps, principal, request, now }) => {
      const user = getUser(principal);
      const data = await readMobileState(deps, user.id, now);
      if (data.verified_at !== null) await advance(deps, { user, ip: request.ip, now });
      return { data };
    },

    sendMobileCode: async ({ deps, principal, body, request, now }) => {
      const user = getUser(principal);
      const { verified_at, phone } = await readMobileState(deps, user.id, now);
      const is_replaced = verified_at !== null && body.phone !== undefined && body.phone !== phone;
      if (is_replaced) assertSteppedUp({ principal, now });
      await sendCode(deps, { user_id: user.id, phone: body.phone, ip: request.ip }, now);
      return { data: await readMobileState(deps, user.id, now) };
    },

    confirmMobileCode: async (ctx) => {
      const { deps, principal, body, request, now } = ctx;
      const user = getUser(principal);
      const { phone, previous } = await confirmCode(deps, { user_id: user.id, code: body.code }, now);
      if (user.merchant_id === null) {
        const event = { user_id: user.id, kind: 'phone_verified', at: now } as const;
        const details = { phone, former_phone: previous };
        await asLogin(deps.db, (tx) => recordSecurityEvent(tx, { ...event, ...getOrigin(request), details }));
      } else {
        await ctx.tx((tx) =>
          recordAudit(ctx, tx, {
            action: 'user.phone_verified',
            object_type: 'user',
            object_id: user.id,
            before: { phone: previous },
            after: { phone },
          }),
        );
      }
      await advance(deps, { user, ip: request.ip, now });
      return { data: await readMobileState(deps, user.id, now) };
    },
  };
};
