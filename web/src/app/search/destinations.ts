/** Results of the command palette for a query. */
import type { NavigationGroup } from '../shell/navigation.ts';
import { paths } from '../routes/paths.ts';
import { messages } from '../shell/messages.ts';

export interface Destination {
  label: string;
  path: string;
  /** Query of the screen. */
  search?: Record<string, string>;
  /** Group of the screen, or type of the object. */
  kind: string;
  /** Second line, below the label. */
  detail?: string;
  /** Runs instead of opening `path`. */
  run?: () => void;
}

/** The address of a destination: several objects may be on one screen, each by its own query. */
export const toAddress = ({ path, search = {} }: Pick<Destination, 'path' | 'search'>): string =>
  `${path}?${new URLSearchParams(search)}`;

/** Matching screens, then the given actions, then a search of the lists of transactions and merchants. */
export function listDestinations(
  typed: string,
  navigation: readonly NavigationGroup[],
  actions: readonly Destination[],
): Destination[] {
  const t = messages();
  const query = typed.trim();
  const items = navigation.flatMap((group) => group.items.map((item) => ({ ...item, kind: t.groups[group.text] })));
  const mayOpen = (path: string) => items.some((item) => item.path === path);
  const found: Destination[] = [];
  for (const item of items) {
    const label = t.screens[item.text];
    if (!label.toLowerCase().includes(query.toLowerCase())) continue;
    found.push({ label, path: item.path, kind: item.kind, ...(item.files ? { search: { files: item.files } } : {}) });
  }
  found.push(...actions);
  if (query !== '' && mayOpen(paths.transactions())) {
    const label = t.search.in_transactions(query);
    found.push({ label, path: paths.transactions(), search: { q: query }, kind: t.search.title });
  }
  // Staff of the provider continue in the lists over all merchants, which also find parts of a text.
  if (query !== '' && mayOpen(paths.merchants())) {
    const kind = t.search.title;
    found.push(
      { label: t.search.in_merchants(query), path: paths.merchants(), search: { q: query }, kind },
      {
        label: t.search.in_transactions(query),
        path: paths.dashboard(),
        search: { tab: 'transactions', q: query },
        kind,
      },
    );
  }
  return found;
}
