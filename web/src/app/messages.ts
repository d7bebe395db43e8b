/** Texts of every page, also of those before sign-in: they are part of the first download, so they are few. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  loading: 'Loading',
  screen_failed: 'This page failed to load',
  screen_loading: 'Loading the page',
  not_found: {
    contact_support: 'Contact support',
    home: 'Go back home',
    text: "Sorry, we couldn't find the page you're looking for.",
    title: 'Page not found',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
