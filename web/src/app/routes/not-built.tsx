import type { AsyncRouteComponent, RouteComponent } from '@tanstack/react-router';
import { lazyScreen } from './lazy-screen.ts';

type Page = AsyncRouteComponent<{ title: string }>;

const NotAvailablePage = lazyScreen(() => import('../../ui/not-available-page.tsx'), 'NotAvailablePage');
const PublicNotAvailablePage = lazyScreen(() => import('./public-not-available-page.tsx'), 'PublicNotAvailablePage');

function withTitle(NamedPage: Page, title: () => string): RouteComponent {
  const NotBuilt = () => <NamedPage title={title()} />;
  NotBuilt.preload = async () => {
    await NamedPage.preload?.();
  };
  return NotBuilt;
}

/** Placeholder of a protected screen that is not released yet, inside the frame. */
export const notBuilt = (title: () => string): RouteComponent => withTitle(NotAvailablePage, title);

/** Placeholder of a public screen that is not released yet, with a link to sign-in. */
export const publicNotBuilt = (title: () => string): RouteComponent => withTitle(PublicNotAvailablePage, title);
