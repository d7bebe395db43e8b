import { Outlet, useRouterState } from '@tanstack/react-router';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { currentLanguage, subscribeLanguage } from '../ui/define-messages.ts';
import { currentTimeZone, subscribeTimeZone } from '../ui/time-zone.ts';
import { ToastHost } from '../ui/toast-host.tsx';
import { StepUpHost } from './session/step-up-host.tsx';
import { ProgressBar } from './shell/progress-bar.tsx';

/** Around every screen: the progress bar and the toasts. A change of language or time zone mounts all screens again. */
export function Root() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const language = useSyncExternalStore(subscribeLanguage, currentLanguage);
  const time_zone = useSyncExternalStore(subscribeTimeZone, currentTimeZone);
  // The screen is there: what index.html showed in its place goes before the next paint.
  useLayoutEffect(() => document.getElementById('login-frame')?.remove(), []);
  return (
    <>
      <ProgressBar path={path} />
      <Outlet key={`${language} ${time_zone}`} />
      <StepUpHost />
      <ToastHost />
    </>
  );
}
