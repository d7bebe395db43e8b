import type { AsyncRouteComponent, RouteComponent } from '@tanstack/react-router';
import { lazyScreen } from './lazy-screen.ts';
import type { Messages } from './messages.ts';

type Title = keyof Messages['titles'];
type Page = AsyncRouteComponent<{ title: Title }>;

const NotAvailableScreen = lazyScreen(() => import('./not-available-screen.tsx'), 'NotAvailableScreen');

function withTitle(TitledPage: Page, title: Title): RouteComponent {
  const NotBuilt = () => <TitledPage title={title} />;
  NotBuilt.preload = async () => {
    await TitledPage.preload?.();
  };
  return NotBuilt;
}

/** Placeholder of a protected screen that is not released yet, inside the frame. */
export const notBuilt = (title: Title): RouteComponent => withTitle(NotAvailableScreen, title);
