/** Texts of the placeholders of screens that are not released yet. */
import { defineMessages } from '../../ui/define-messages.ts';

const ENGLISH = {
  titles: {
    api_settings: 'API settings',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
