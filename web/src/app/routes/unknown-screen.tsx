import { useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyComponent } from './lazy-screen.ts';
import { NotFound } from '../errors/not-found.tsx';
import { isProtectedPath } from './protected-paths.ts';

const Shell = lazyComponent(async () => (await import('../shell/shell.tsx')).Shell);

/** The fallback page of unknown paths, inside the frame for the protected area. */
export function UnknownScreen() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  if (!isProtectedPath(pathname)) return <NotFound />;
  return (
    <Suspense>
      <Shell>
        <NotFound />
      </Shell>
    </Suspense>
  );
}
