/** Second factors of the signed-in user, and whether a merchant requires them (domain 1.16). */
import { formatBrowser } from '@dasbor/contract/browser';
import type * as second_factor from '@dasbor/contract/second-factor';
import { asLogin } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { deleteDevice, findFactors, listDevices } from '../auth/factor-queries.ts';
import { listPasskeys } from '../auth/passkey-queries.ts';
import { recordChange } from './context.ts';
import { addPasskey, changePasskeyName, removePasskey, startPasskey } from './passkey.ts';
import { getPolicy, setPolicy } from './policy.ts';
import { regenerateRecoveryCodes } from './recovery-codes.ts';
import { confirmTotp, disableTotp, startTotp } from './totp.ts';

export const secondFactorHandlers: Handlers<typeof second_factor> = {
  getSecondFactor: async ({ deps, principal, now }) => {
    const user = getUser(principal);
    const data = await asLogin(deps.db, async (tx) => {
      const { totp, recovery_codes_left } = await findFactors(tx, user.id);
      return {
        is_required: user.is_second_factor_required,
        totp: totp && { enabled_at: totp.confirmed_at },
        passkeys: await listPasskeys(tx, user.id),
        recovery_codes_left,
        devices: await listDevices(tx, user.id, now),
      };
    });
    return { data };
  },

  startTotp: async (ctx) => ({ data: await startTotp(ctx, getUser(ctx.principal)) }),
  confirmTotp: async (ctx) => ({ data: await confirmTotp(ctx, getUser(ctx.principal), ctx.body.otp) }),
  disableTotp: async (ctx) => {
    await disableTotp(ctx, getUser(ctx.principal));
    return undefined;
  },

  regenerateRecoveryCodes: async (ctx) => ({
    data: { recovery_codes: await regenerateRecoveryCodes(ctx, getUser(ctx.principal)) },
  }),

  startPasskey: async (ctx) => ({ data: { options: await startPasskey(ctx, getUser(ctx.principal)) } }),
  createPasskey: async (ctx) => ({ data: await addPasskey(ctx, getUser(ctx.principal), ctx.body) }),

  renamePasskey: {
    find: async ({ deps, principal, params }) => {
      const user = getUser(principal);
      const passkeys = await asLogin(deps.db, (tx) => listPasskeys(tx, user.id));
      return passkeys.find(({ id }) => id === params.id) ?? null;
    },
    handle: async (ctx) => ({
      data: await changePasskeyName(ctx, getUser(ctx.principal), ctx.params.id, ctx.body.name),
    }),
  },

  deletePasskey: async (ctx) => {
    await removePasskey(ctx, getUser(ctx.principal), ctx.params.id);
    return undefined;
  },

  forgetDevice: async (ctx) => {
    const user = getUser(ctx.principal);
    await asLogin(ctx.deps.db, async (tx) => {
      const deleted = await deleteDevice(tx, user.id, ctx.params.id);
      if (deleted === undefined) throw notFound();
      const details = { device: formatBrowser(deleted.user_agent) };
      await recordChange(ctx, tx, user, { kind: 'device_forgotten', details });
    });
    return undefined;
  },

  getSecondFactorPolicy: async (ctx) => ({ data: await getPolicy(ctx.deps, ctx.merchant_id) }),
  setSecondFactorPolicy: async (ctx) => ({ data: await setPolicy(ctx, getUser(ctx.principal), ctx.body.required) }),
};
