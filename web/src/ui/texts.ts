/** Texts of the frame and of shared parts. English is the specification's language; Indonesian is loaded when chosen. */
import { useSyncExternalStore } from 'react';

export const ENGLISH = {
  language: 'English',
  skip_to_content: 'Skip to content',
  groups: {
    home: 'Home',
    payments: 'Payments',
    money_out: 'Money out',
    developers: 'Developers',
    provider: 'Provider',
    settings: 'Settings',
  },
  screens: {
    dashboard: 'Dashboard',
    analytics: 'Analytics',
    cash_flow: 'Cash flow',
    balance: 'Balance',
    transactions: 'Transactions',
    payment_links: 'Payment links',
    virtual_accounts: 'Virtual accounts',
    qris: 'QRIS',
    settlement: 'Settlement',
    deposit_va: 'Deposit VA',
    disbursements: 'Disbursements',
    api_settings: 'API settings',
    merchants: 'Merchants',
    account_groups: 'Account groups',
    commissions: 'Commissions',
    settings: 'Settings',
  },
  menu: 'Menu',
  main_navigation: 'Main navigation',
  collapse: 'Collapse the menu',
  expand: 'Expand the menu',
  search: 'Search',
  search_prompt: 'Search, or paste an id…',
  nothing_found: 'Nothing found',
  searching: 'Searching…',
  results: 'results',
  recent: 'Opened lately',
  retry: 'Retry',
  open_payment_link: 'Open payment link',
  search_transactions: 'Search transactions for',
  live: 'Live',
  live_line: 'Changes appear by themselves',
  connecting: 'Connecting…',
  offline: 'Reconnecting…',
  offline_line: 'Changes will appear once the connection is back',
  notifications: 'Notifications',
  no_notifications: 'Nothing new since you opened this page.',
  payment_created: 'New payment',
  payment_updated: 'Payment changed',
  qris_created: 'New QRIS code',
  qris_updated: 'QRIS code changed',
  report_updated: 'Report delivery changed',
  files: 'Exports and reports',
  exports: 'Exports',
  reports: 'Reports',
  files_under_way: 'one is being prepared',
  files_ready: 'one is ready',
  close: 'Close',
  to_dark: 'Switch to the dark theme',
  to_light: 'Switch to the light theme',
  account: 'Account',
  profile: 'Profile',
  switch_language: 'Bahasa Indonesia',
  sign_out: 'Sign out',
  keys: 'Keys',
};

export type Texts = typeof ENGLISH;
export type Language = 'en' | 'id';

const KEY = 'language';
const watchers = new Set<() => void>();
let texts: Texts = ENGLISH;

function use(next: Texts, language: Language): void {
  texts = next;
  document.documentElement.lang = language;
  for (const watcher of watchers) watcher();
}

/** The language that was chosen in this browser; English otherwise. */
export const chosenLanguage = (): Language => (localStorage.getItem(KEY) === 'id' ? 'id' : 'en');

/** Changes the language and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  await loadLanguage();
}

/** Loads the chosen language; the interface follows when it is there. */
export async function loadLanguage(): Promise<void> {
  const language = chosenLanguage();
  use(language === 'id' ? (await import('./texts-indonesian.ts')).INDONESIAN : ENGLISH, language);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The texts in the chosen language. */
export const useTexts = (): Texts => useSyncExternalStore(watch, () => texts);
