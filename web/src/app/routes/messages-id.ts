import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  sign_in: 'Masuk',
  titles: {
    account_group: 'Grup akun',
    account_groups: 'Grup akun',
    analytics: 'Analitik',
    api_settings: 'Pengaturan API',
    commission: 'Komisi',
    commissions: 'Komisi',
    confirm_phone: 'Konfirmasi nomor telepon Anda',
    create_account: 'Buat akun',
    create_webhook: 'Buat webhook',
    disbursement: 'Disbursement',
    disbursements: 'Disbursement',
  },
};
