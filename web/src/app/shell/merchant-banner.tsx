import { Anchor, Box } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useInactiveReason, useOnboardingChecklist } from '../../api/merchant-activity.ts';
import { Callout } from '../../ui/callout.tsx';
import { paths } from '../routes/paths.ts';
import { messages } from './messages.ts';

/** On every screen of a merchant that may not accept payments: why, and the way to the steps. */
export function MerchantBanner() {
  const reason = useInactiveReason('payments');
  const status = useOnboardingChecklist().data?.data.activity.status;
  const { pathname } = useLocation();
  if (reason === undefined) return null;
  const is_new = status === 'registered' || status === 'onboarding' || status === 'pending_review';
  // The home page shows the steps themselves.
  if (is_new && pathname === paths.dashboard()) return null;
  return (
    <Box mb="md">
      <Callout kind="warning">
        {reason}{' '}
        {is_new && (
          <Anchor component={Link} to={paths.dashboard()}>
            {messages().frame.show_steps}
          </Anchor>
        )}
      </Callout>
    </Box>
  );
}
