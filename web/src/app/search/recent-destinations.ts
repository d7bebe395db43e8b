/** Recently opened destinations per user, offered again without typing. */
import { type Destination, toAddress } from './destinations.ts';

const RECENT_MAX = 6;
const storageKey = (user_id: string): string => `recent-destinations:${user_id}`;

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

/** Newest first; empty when the storage is empty, invalid or disabled. */
export function readRecent(user_id: string): Destination[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(user_id)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isDestination).slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

/** Stores an opened object or screen: once each, newest first. */
export function storeRecent(user_id: string, opened: Destination): void {
  const others = readRecent(user_id).filter((known) => toAddress(known) !== toAddress(opened));
  try {
    localStorage.setItem(storageKey(user_id), JSON.stringify([opened, ...others].slice(0, RECENT_MAX)));
  } catch {
    // Without storage nothing is remembered.
  }
}
