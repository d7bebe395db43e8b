/** The state of the page and its rendering. */
import type { PayLink } from '@dasbor/contract/pay';
import { type Api, createApi } from './api.ts';
import type { FormValues } from './choose.ts';
import { el } from './dom.ts';
import { type Store, openStore } from './storage.ts';
import { type ScreenContext, topBar } from './shell.ts';
import { type Language, TEXTS } from './text.ts';
import type { Polling } from './poll.ts';

/** Renders a screen; called again when the language changes. */
type Draw = (shown: ScreenContext) => (HTMLElement | false)[];

export interface Page {
  root: HTMLElement;
  api: Api;
  store: Store;
  language: Language;
  link: PayLink | null;
  /** Polls the status of the current attempt. */
  polling: Polling | null;
  /** Values of the form. */
  values: FormValues;
  draw: Draw;
}

export function openPage(root: HTMLElement, slug: string, link: PayLink | null): Page {
  const kept = openStore(slug);
  const language = kept.read().language ?? link?.language ?? (navigator.language.startsWith('id') ? 'id' : 'en');
  return { root, api: createApi(slug), store: kept, language, link, polling: null, values: {}, draw: () => [] };
}

/** Shows another screen. `takes_focus`: moves the focus of screen readers to its heading. */
export function show(page: Page, draw: Draw, takes_focus = true): void {
  page.draw = draw;
  redraw(page, takes_focus);
}

function redraw(page: Page, takes_focus: boolean): void {
  const { root, link, language } = page;
  const shown = { text: TEXTS[language], language };
  document.documentElement.lang = language;
  const main = el('main', {}, ...page.draw(shown));
  const changeLanguage = () => {
    page.language = language === 'id' ? 'en' : 'id';
    page.store.change({ language: page.language });
    redraw(page, false);
    root.querySelector<HTMLElement>('header button')?.focus();
  };
  root.replaceChildren(topBar(shown, link, changeLanguage), main, el('footer', { class: 'foot' }, 'Dasbor'));
  if (takes_focus) main.querySelector<HTMLElement>('h2')?.focus();
}

/** Stops polling. */
export function stopPolling(page: Page): void {
  page.polling?.stop();
  page.polling = null;
}
