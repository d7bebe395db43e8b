import { Outlet, useRouterState } from '@tanstack/react-router';
import { ToastHost } from '../ui/toast-host.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** Around every screen: the progress bar and the toasts. */
export function Root() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <>
      <ProgressBar path={path} />
      <Outlet />
      <ToastHost />
    </>
  );
}
