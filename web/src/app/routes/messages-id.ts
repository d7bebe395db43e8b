import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  titles: {
    api_settings: 'Pengaturan API',
  },
};
