/** The language of the interface and its catalogues of messages. English is in the code; Indonesian is loaded when it is used. */
import { type Language, parseLanguage } from '@dasbor/contract/language';

const KEY = 'language';

/** A catalogue: plain texts, functions of values, and groups of them. */
export type MessageTree = { readonly [key: string]: string | ((...values: never[]) => string) | MessageTree };

interface Catalogue {
  load: () => Promise<void>;
}

const catalogues = new Set<Catalogue>();
const listeners = new Set<() => void>();
let language: Language = readStoredLanguage();
/** The latest choice, while its catalogues are still being loaded. */
let requested: Language = language;
document.documentElement.lang = language;

/**
 * Declares the messages of a feature. Returns a function that gives them in the current language; call it where the text is
 * used (in a component or a function called while rendering), never at the top level of a module.
 */
export function defineMessages<English extends MessageTree>(
  english: English,
  loadIndonesian: () => Promise<{ INDONESIAN: English }>,
): () => English {
  let indonesian: English | undefined;
  const catalogue: Catalogue = {
    load: async () => {
      indonesian ??= (await loadIndonesian()).INDONESIAN;
    },
  };
  catalogues.add(catalogue);
  // Begins alongside the rest of the screen; the screen awaits `loadMessages`, which reports a failure.
  if (language === 'id') void catalogue.load().catch(() => undefined);
  return () => (language === 'id' ? (indonesian ?? english) : english);
}

/** Resolves when every catalogue declared so far is loaded in the current language. Screens await it before they render. */
export async function loadMessages(): Promise<void> {
  if (language === 'id') await loadIndonesian();
}

/** Wraps a dynamic import so that what it loads finds its messages in the current language. */
export const withMessages =
  <Module>(load: () => Promise<Module>): (() => Promise<Module>) =>
  async () => {
    const module = await load();
    await loadMessages();
    return module;
  };

/** The language that the interface is in. */
export const currentLanguage = (): Language => language;

/** Changes the language of the interface and stores the choice in this browser. The latest of concurrent calls wins. */
export async function changeLanguage(next: Language): Promise<void> {
  requested = next;
  storeLanguage(next);
  // The texts are there before the first one is shown.
  if (next === 'id') await loadIndonesian();
  if (requested !== next || language === next) return;
  language = next;
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

/** Calls back when the language has changed; returns how to stop it. */
export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads every catalogue, also those that are declared in the meantime. */
async function loadIndonesian(): Promise<void> {
  let loaded = 0;
  while (loaded < catalogues.size) {
    loaded = catalogues.size;
    await Promise.all([...catalogues].map(({ load }) => load()));
  }
}

function storeLanguage(next: Language): void {
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** The language chosen in this browser, or else the browser's own. */
function readStoredLanguage(): Language {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored === 'en' || stored === 'id') return stored;
  } catch {
    // Without storage the browser's language applies.
  }
  return parseLanguage(navigator.languages?.join(',') || navigator.language);
}
