import type { AccessGroup } from '@dasbor/contract/access';
import type { ReactNode } from 'react';
import { useSignedIn } from '../../api/signed-in.ts';
import { ScreenSkeleton } from '../../ui/skeletons.tsx';
import { NotFound } from '../errors/not-found.tsx';
import { usePersistedState } from './persisted-state.ts';

/** Shows a screen to users with access to one of the groups, and the fallback page to others. */
export function GroupGate({ groups, children }: { groups: readonly AccessGroup[]; children: ReactNode }) {
  const { levelOf } = useSignedIn();
  const { data, loading, error } = usePersistedState((state) => state.merchantRoleAccess);
  if (groups.some((group) => levelOf(group) !== 'disabled')) return children;
  if (data === null && loading) return <ScreenSkeleton />;
  // The access data could not be loaded: the server decides.
  return error === null ? <NotFound /> : children;
}
