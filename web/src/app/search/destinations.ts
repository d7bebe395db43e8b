/** What the command palette offers for a query. */
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
  /** Run instead of opening `path`. */
  run?: () => void;
}

/** Matching screens, then the given actions, then a search of the transactions. */
export function findDestinations(
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
  return found;
}
