import { useBlocker } from '@tanstack/react-router';
import { UnsavedChangesModal, hasUnsavedChanges } from '../../ui/unsaved-changes.tsx';

/** Asks for confirmation before leaving a screen with unsaved changes, and before closing its tab. */
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
