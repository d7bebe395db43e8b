import { lazyRouteComponent } from '@tanstack/react-router';
import { withMessages } from '../../ui/define-messages.ts';

/** A screen that is loaded when it is opened, together with its messages in the current language. */
export const lazyScreen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent<Module, Name>(withMessages(load), name);
