import type { AccessGroup } from '@dasbor/contract/access';
import type { RouteComponent } from '@tanstack/react-router';
import { useSignedIn } from '../../api/signed-in.ts';
import { ScreenSkeleton } from '../../ui/skeletons.tsx';
import { NotFound } from '../errors/not-found.tsx';
import { usePersistedState } from './persisted-state.ts';

/** A screen for people who hold anything on a group; whose access is disabled sees the fallback page. */
export function gated(group: AccessGroup, Screen: RouteComponent): RouteComponent {
  function Gated() {
    const { levelOf } = useSignedIn();
    const { data, loading, error } = usePersistedState((state) => state.merchantRoleAccess);
    if (levelOf(group) !== 'disabled') return <Screen />;
    if (data === null && loading) return <ScreenSkeleton />;
    // What a person may do could not be read: the server decides.
    return error === null ? <NotFound /> : <Screen />;
  }
  Gated.preload = () => Screen.preload?.();
  return Gated;
}
