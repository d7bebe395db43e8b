import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { withMessages } from '../../ui/define-messages.ts';

/** A screen of a route that is loaded when it is opened, together with its messages in the current language. */
export const lazyScreen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent<Module, Name>(withMessages(load), name);

/** The same for a part of a screen, inside a `Suspense`; the router does not preload it. */
export const lazyComponent = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await withMessages(load)() }));
