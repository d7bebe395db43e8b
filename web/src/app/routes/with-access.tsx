import type { AccessGroup } from '@dasbor/contract/access';
import type { RouteComponent } from '@tanstack/react-router';
import { lazyScreen } from './lazy-screen.ts';

// Not part of the first page, which has no gate.
const GroupGate = lazyScreen(() => import('../session/group-gate.tsx'), 'GroupGate');

/** Restricts a screen to users with access to one of the groups. */
export function withAccess(groups: readonly AccessGroup[], Screen: RouteComponent): RouteComponent {
  const Gated = () => (
    <GroupGate groups={groups}>
      <Screen />
    </GroupGate>
  );
  Gated.preload = async () => {
    await Promise.all([GroupGate.preload?.(), Screen.preload?.()]);
  };
  return Gated;
}
