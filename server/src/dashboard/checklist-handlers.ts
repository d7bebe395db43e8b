/** The checklist of a new merchant. */
import type * as contract from '@dasbor/contract/onboarding-checklist';
import { ONBOARDING_STEPS, type OnboardingStep } from '@dasbor/contract/onboarding-checklist';
import { getMerchantActivity } from '../db/merchant-activity.ts';
import { asLogin } from '../db/tx.ts';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { getMerchantSteps, getPersonSteps } from './checklist-queries.ts';

export const checklistHandlers: Handlers<typeof contract> = {
  getOnboardingChecklist: async ({ deps, principal, tx }) => {
    const { merchant, activity } = await tx(async (merchant_tx) => ({
      merchant: await getMerchantSteps(merchant_tx),
      activity: await getMerchantActivity(merchant_tx),
    }));
    const person = await asLogin(deps.db, (login) => getPersonSteps(login, getUser(principal).id));
    const is_done: Record<OnboardingStep, boolean> = {
      ...person,
      profile: merchant.is_submitted,
      verification: merchant.is_verified,
      bank_account: merchant.has_bank_account,
      api_key: merchant.has_api_key,
      payment: merchant.has_payment,
      colleague: merchant.has_colleague,
    };
    return { data: { activity, steps: ONBOARDING_STEPS.map((step) => ({ step, is_done: is_done[step] })) } };
  },
};
