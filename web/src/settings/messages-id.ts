import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  title: 'Pengaturan',
  line: 'Pencairan, persetujuan, dan catatan bisnis Anda',
  no_access: 'Peran Anda tidak dapat melihat pengaturan ini.',
  sections: { payouts: 'Pencairan', approvals: 'Persetujuan', language: 'Bahasa', audit: 'Log audit' },
};
