import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  titles: {
    account_group: 'Grup akun',
    account_groups: 'Grup akun',
    api_settings: 'Pengaturan API',
    commission: 'Komisi',
    commissions: 'Komisi',
  },
};
