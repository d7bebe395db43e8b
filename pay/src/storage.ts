/** State of the page in this browser, per link: started attempts and the request in progress. */
import type { StartBody } from './api.ts';
import type { Language } from './text.ts';

interface StoredState {
  language?: Language;
  /** Token of the last attempt. */
  current?: string | null;
  /** Tokens by channel and amount: a returning customer sees the same number. */
  tokens?: Record<string, string>;
  /** Request without a response yet; retried with the same idempotency key, so that it creates one number. */
  pending?: { key: string; body: string } | null;
}

export interface Store {
  read: () => StoredState;
  change: (change: StoredState) => void;
  /** The idempotency key of a request: reused for a retry, otherwise new. */
  getIdempotencyKey: (body: StartBody) => string;
}

export function openStore(slug: string): Store {
  const storage_key = `pay:${slug}`;
  let state = load(storage_key);
  const change = (changed: StoredState) => {
    state = { ...load(storage_key), ...state, ...changed };
    try {
      localStorage.setItem(storage_key, JSON.stringify(state));
    } catch {
      // Without storage the state lasts until the page is closed.
    }
  };
  return {
    read: () => state,
    change,
    getIdempotencyKey: (request) => {
      const body = JSON.stringify(request);
      if (state.pending?.body !== body) change({ pending: { key: newKey(), body } });
      return state.pending?.key ?? newKey();
    },
  };
}

/** `crypto.randomUUID` is unavailable on older phones and without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function load(storage_key: string): StoredState {
  try {
    return JSON.parse(localStorage.getItem(storage_key) ?? '{}') as StoredState;
  } catch {
    return {};
  }
}
