/** What the command palette offers for what was typed. */
import type { Texts } from '../ui/texts.ts';
import type { NavigationGroup } from './navigation.ts';
import { paths } from './paths.ts';

export interface Destination {
  label: string;
  path: string;
  /** Query of the screen. */
  search?: Record<string, string>;
  /** What kind of thing it is. */
  kind: string;
}

/** Objects that an id leads to by its prefix. */
const BY_ID = [
  { prefix: 'txn_', text: 'open_transaction', pathOf: paths.transaction, path: paths.transactions() },
  { prefix: 'qr_', text: 'open_qris_payment', pathOf: paths.qrisPayment, path: paths.qrisPayments() },
  { prefix: 'pl_', text: 'open_payment_link', pathOf: paths.paymentLink, path: paths.paymentLinks() },
] as const;

/** Screens that match, the object that an id names, and a search of the transactions. */
export function destinationsOf(typed: string, navigation: readonly NavigationGroup[], texts: Texts): Destination[] {
  const query = typed.trim();
  const items = navigation.flatMap((group) => group.items.map((item) => ({ ...item, kind: texts.groups[group.text] })));
  const mayOpen = (path: string) => items.some((item) => item.path === path);
  const object = BY_ID.find(({ prefix, path }) => query.startsWith(prefix) && mayOpen(path));
  const found: Destination[] = object
    ? [{ label: `${texts[object.text]} ${query}`, path: object.pathOf(query), kind: query.slice(0, 3) }]
    : [];
  for (const item of items) {
    const label = texts.screens[item.text];
    if (label.toLowerCase().includes(query.toLowerCase())) found.push({ label, path: item.path, kind: item.kind });
  }
  if (query !== '' && !object && mayOpen(paths.transactions())) {
    const label = `${texts.search_transactions} “${query}”`;
    found.push({ label, path: paths.transactions(), search: { q: query }, kind: texts.search });
  }
  return found;
}
