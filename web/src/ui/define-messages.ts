/** The language of the interface and its catalogues of messages. English is in the code; Indonesian is loaded when it is used. */
import { type Language, parseLanguage } from '@dasbor/contract/language';

const KEY = 'language';

/** A catalogue: plain texts, functions of values, and groups of them. */
export type MessageTree = { readonly [key: string]: string | ((...values: never[]) => string) | MessageTree };

interface Catalogue {
  load: () => Promise<void>;
}

const catalogues = new Set<Catalogue>();
const watchers = new Set<() => void>();
let language: Language = storedLanguage();

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
  if (language === 'id') void catalogue.load();
  return () => (language === 'id' ? (indonesian ?? english) : english);
}

/** Resolves when every catalogue declared so far is there in the current language. Screens await it before they render. */
export async function loadMessages(): Promise<void> {
  if (language === 'id') await Promise.all([...catalogues].map(({ load }) => load()));
}

/** The language that the interface is in. */
export const currentLanguage = (): Language => language;

/** Changes the language of the interface and remembers it in this browser. */
export async function changeLanguage(next: Language): Promise<void> {
  localStorage.setItem(KEY, next);
  if (next === language) return;
  // The texts are there before the first one is shown.
  if (next === 'id') await Promise.all([...catalogues].map(({ load }) => load()));
  language = next;
  document.documentElement.lang = next;
  for (const watcher of watchers) watcher();
}

/** Calls back when the language has changed; returns how to stop it. */
export function watchLanguage(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The language chosen in this browser, or else the browser's own. */
function storedLanguage(): Language {
  const stored = localStorage.getItem(KEY);
  return stored === 'en' || stored === 'id'
    ? stored
    : parseLanguage(navigator.languages?.join(',') || navigator.language);
}
