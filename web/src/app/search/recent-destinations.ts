/** What was opened from the palette lately, per user, so that it can be opened again without typing. */
import type { Destination } from './destinations.ts';

const MOST = 6;
const keyOf = (user_id: string): string => `recent-destinations:${user_id}`;

const isDestination = (value: unknown): value is Destination =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  value.path.startsWith('/') &&
  'label' in value &&
  typeof value.label === 'string' &&
  'kind' in value &&
  typeof value.kind === 'string';

/** Newest first; nothing when the storage is empty, foreign or switched off. */
export function readRecent(user_id: string): Destination[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user_id)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isDestination).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Remembers an opened object or screen: once each, the newest first. */
export function storeRecent(user_id: string, opened: Destination): void {
  const others = readRecent(user_id).filter(({ path }) => path !== opened.path);
  try {
    localStorage.setItem(keyOf(user_id), JSON.stringify([opened, ...others].slice(0, MOST)));
  } catch {
    // Without storage there is nothing to remember.
  }
}
