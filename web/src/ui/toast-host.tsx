import { Suspense, lazy, useSyncExternalStore } from 'react';
import { isToasterRequested, subscribeToaster } from './toast.ts';

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }));

/** Container of toasts; empty until the first one. */
export function ToastHost() {
  const wanted = useSyncExternalStore(subscribeToaster, isToasterRequested);
  if (!wanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
