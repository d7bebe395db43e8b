/** What the page keeps in this browser, per link: the attempts begun here, and what is being asked for at the moment. */
import type { StartBody } from './api.ts';
import type { Language } from './text.ts';

interface StoredState {
  language?: Language;
  /** Token of the attempt that was shown last. */
  current?: string | null;
  /** Tokens by channel and amount: whoever comes back to a bank sees the same number. */
  tokens?: Record<string, string>;
  /** Sent and not yet answered: the same wish is sent again under the same key, so that it makes one number. */
  asking?: { key: string; wish: string } | null;
}

export interface Store {
  read: () => StoredState;
  change: (change: StoredState) => void;
  /** The key for a wish: the one that it was sent with before, or a new one. */
  getIdempotencyKey: (body: StartBody) => string;
}

export function openStore(slug: string): Store {
  const place = `pay:${slug}`;
  let kept = load(place);
  const change = (changed: StoredState) => {
    kept = { ...load(place), ...kept, ...changed };
    try {
      localStorage.setItem(place, JSON.stringify(kept));
    } catch {
      // Without storage the page works until it is closed.
    }
  };
  return {
    read: () => kept,
    change,
    getIdempotencyKey: (body) => {
      const wish = JSON.stringify(body);
      if (kept.asking?.wish !== wish) change({ asking: { key: newKey(), wish } });
      return kept.asking?.key ?? newKey();
    },
  };
}

/** `crypto.randomUUID` is missing on older phones and on pages without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function load(place: string): StoredState {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as StoredState;
  } catch {
    return {};
  }
}
