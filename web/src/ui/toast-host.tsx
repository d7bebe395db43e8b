import { Suspense, lazy, useSyncExternalStore } from 'react';
import { isToasterWanted, watchToaster } from './toast.ts';

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }));

/** Where toasts appear; nothing until the first one is asked for. */
export function ToastHost() {
  const wanted = useSyncExternalStore(watchToaster, isToasterWanted);
  if (!wanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
