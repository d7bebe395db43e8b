/** Actions of the command palette in addition to opening screens and objects. */
import { type AccessGroup, type AccessLevel, hasLevel } from '@dasbor/contract/access';
import { type Messages, messages } from '../shell/messages.ts';
import { paths } from '../routes/paths.ts';
import type { Destination } from './destinations.ts';

interface Action {
  text: keyof Messages['actions']['labels'];
  needs?: [group: AccessGroup, level: AccessLevel];
  /** `.`: stays on the screen. Absent for actions that run at once. */
  path?: string;
  search?: Record<string, string>;
}

const ACTIONS: readonly Action[] = [
  { text: 'create_qris', needs: ['QRIS', 'manage'], path: paths.qrisPayments(), search: { create: '1' } },
  { text: 'create_sticker', needs: ['QRIS', 'manage'], path: paths.qrisPayments(), search: { create: 'static' } },
  { text: 'create_link', needs: ['Payment Links', 'manage'], path: paths.createPaymentLink() },
  { text: 'create_va', needs: ['Virtual Accounts', 'manage'], path: paths.virtualAccounts(), search: { create: '1' } },
  { text: 'refund', needs: ['Refunds', 'manage'], path: paths.transactions(), search: { status: 'success' } },
  { text: 'approve', needs: ['Refunds', 'approve'], path: paths.approvals() },
  { text: 'export', needs: ['Transactions', 'view'], path: paths.transactions() },
  { text: 'exports', needs: ['Transactions', 'view'], path: '.', search: { files: 'exports' } },
  { text: 'create_report', needs: ['Reports', 'view'], path: '.', search: { files: 'reports' } },
  { text: 'settlement_settings', needs: ['Reports', 'view'], path: paths.settings(), search: { tab: 'payouts' } },
  { text: 'theme' },
  { text: 'language' },
];

export interface ActionContext {
  levelOf: (group: AccessGroup) => AccessLevel;
  switchTheme: () => void;
  switchLanguage: () => void;
}

/** The actions that the user may take and that contain every word of the text, in their labels or keywords. */
export function listActions(typed: string, { levelOf, switchTheme, switchLanguage }: ActionContext): Destination[] {
  const t = messages();
  const words = typed.trim().toLowerCase().split(/\s+/);
  const run = { theme: switchTheme, language: switchLanguage };
  return ACTIONS.filter(({ needs }) => needs === undefined || hasLevel(levelOf(needs[0]), needs[1]))
    .filter(({ text }) => {
      const haystack = `${t.actions.labels[text]} ${t.actions.keywords[text]}`.toLowerCase();
      return words.every((word) => haystack.includes(word));
    })
    .map(({ text, path, search }) => ({
      label: t.actions.labels[text],
      path: path ?? `#${text}`,
      kind: t.actions.title,
      ...(search === undefined ? {} : { search }),
      ...(text === 'theme' || text === 'language' ? { run: run[text] } : {}),
    }));
}
