import type { AccessGroup } from '@dasbor/contract/access';
import type { RouteComponent } from '@tanstack/react-router';
import { useSignedIn } from '../../api/signed-in.ts';
import { ScreenSkeleton } from '../../ui/skeletons.tsx';
import { NotFound } from '../errors/not-found.tsx';
import { usePersistedState } from './persisted-state.ts';

/** Shows a screen to users with access to a group, and the fallback page to others. */
export function withAccess(group: AccessGroup, Screen: RouteComponent): RouteComponent {
  function Gated() {
    const { levelOf } = useSignedIn();
    const { data, loading, error } = usePersistedState((state) => state.merchantRoleAccess);
    if (levelOf(group) !== 'disabled') return <Screen />;
    if (data === null && loading) return <ScreenSkeleton />;
    // The access data could not be loaded: the server decides.
    return error === null ? <NotFound /> : <Screen />;
  }
  Gated.preload = () => Screen.preload?.();
  return Gated;
}
