import { useBlocker } from '@tanstack/react-router';
import { UnsavedChangesModal, hasUnsavedChanges } from '../../ui/unsaved-changes.tsx';

/** Asks before a screen with unsaved changes is left, and before its tab is closed. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsavedChanges(),
    enableBeforeUnload: hasUnsavedChanges,
    withResolver: true,
  });
  return (
    <UnsavedChangesModal
      opened={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}
