/** Handler of name checks of bank accounts. */
import type * as contract from '@dasbor/contract/account-check';
import type { Handlers } from '../http/serve.ts';
import { checkBeneficiaryAccount } from './check-account.ts';

export const accountCheckHandlers: Handlers<typeof contract> = {
  checkAccount: async (ctx) => ({ data: await checkBeneficiaryAccount(ctx.deps, ctx.body, ctx) }),
};
