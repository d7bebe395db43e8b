/** Money operations that the merchant of the signed-in user is allowed, to disable actions with the reason. The server enforces it. */
import { type MoneyAction, INACTIVE_TEXTS, findInactiveReason } from '@dasbor/contract/merchant-activity';
import { getOnboardingChecklist } from '@dasbor/contract/onboarding-checklist';
import { useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../ui/define-messages.ts';
import { buildQuery } from './query.ts';
import { useSignedIn } from './signed-in.ts';

/** The checklist of the merchant; not read for staff of the provider, who have none. `is_fresh`: read again on mount. */
export function useOnboardingChecklist({ is_fresh = false } = {}) {
  const { profile, levelOf } = useSignedIn();
  const enabled = (profile?.merchant_id ?? null) !== null && levelOf('Dashboard') !== 'disabled';
  return useQuery({
    ...buildQuery(getOnboardingChecklist),
    meta: { quiet: true },
    enabled,
    ...(is_fresh ? { staleTime: 0 } : {}),
  });
}

/** Why the merchant may not do this now; undefined while it may, or is not known. null: possible in every state. */
export function useInactiveReason(activity: MoneyAction | null): string | undefined {
  const merchant = useOnboardingChecklist().data?.data.activity;
  const reason = merchant === undefined || activity === null ? null : findInactiveReason(activity, merchant);
  return reason === null ? undefined : INACTIVE_TEXTS[reason][currentLanguage()];
}
