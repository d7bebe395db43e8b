import { listFeatureFlags } from '@dasbor/contract/profile';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { buildQuery } from '../../api/query.ts';
import { useSignedIn } from '../../api/signed-in.ts';
import { ScreenSkeleton } from '../../ui/skeletons.tsx';
import { NotFound } from '../errors/not-found.tsx';
import { usePersistedState } from '../session/persisted-state.ts';

/**
 * The manage-notifications screen needs role access data with an access list, and its feature flag
 * must not be 'disabled' (specification sections 2 and 6); otherwise the fallback page shows. The
 * same applies to users whose access to the group is disabled.
 */
export function ManageNotificationsGate({ children }: { children: ReactNode }) {
  const { role_access, levelOf } = useSignedIn();
  const is_reading_access = usePersistedState((state) => state.merchantRoleAccess.loading);
  const flags = useQuery(buildQuery(listFeatureFlags));
  const has_list = Array.isArray(role_access?.access);
  if (flags.isPending || (!has_list && is_reading_access)) return <ScreenSkeleton />;
  const is_switched_off = flags.data?.data.manage_notifications === 'disabled';
  if (!has_list || is_switched_off || levelOf('Notifications') === 'disabled') return <NotFound />;
  return children;
}
