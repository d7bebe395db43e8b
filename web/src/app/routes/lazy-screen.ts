import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { withMessages } from '../../ui/define-messages.ts';

/** A screen of a route that is loaded when it is opened, together with its messages in the current language. */
export const lazyScreen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent<Module, Name>(withMessages(load), name);

/**
 * The same for a part of a screen, inside a `Suspense`; the router does not preload it. `preload` loads its script before it
 * is shown; a failure is silent, because showing the part tries again.
 */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  const loadOnce = retryAfterFailure(withMessages(load));
  return Object.assign(
    lazy(async () => ({ default: await loadOnce() })),
    { preload: () => void loadOnce().catch(() => {}) },
  );
}

/** Shares one promise between all calls, until it fails. */
function retryAfterFailure<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | null = null;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    }));
}
