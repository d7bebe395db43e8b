/** What the page keeps in this browser, per link: the attempts begun here, and what is being asked for at the moment. */
import type { StartBody } from './call.ts';
import type { Language } from './text.ts';

interface Kept {
  language?: Language;
  /** Token of the attempt that was shown last. */
  current?: string | null;
  /** Tokens by channel and amount: whoever comes back to a bank sees the same number. */
  tokens?: Record<string, string>;
  /** Sent and not yet answered: the same wish is sent again under the same key, so that it makes one number. */
  asking?: { key: string; wish: string } | null;
}

export interface Keeper {
  read: () => Kept;
  change: (change: Kept) => void;
  /** The key for a wish: the one that it was sent with before, or a new one. */
  keyFor: (body: StartBody) => string;
}

export function keeperOf(slug: string): Keeper {
  const place = `pay:${slug}`;
  let kept = load(place);
  const change = (changed: Kept) => {
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
    keyFor: (body) => {
      const wish = JSON.stringify(body);
      if (kept.asking?.wish !== wish) change({ asking: { key: newKey(), wish } });
      return kept.asking?.key ?? newKey();
    },
  };
}

/** `crypto.randomUUID` is missing on older phones and on pages without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function load(place: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Kept;
  } catch {
    return {};
  }
}
