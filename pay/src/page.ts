/** The page as it stands, and the one place that draws it. */
import type { PayLink } from '@dasbor/contract/pay';
import { type Calls, callsOf } from './call.ts';
import type { Typed } from './choose.ts';
import { el } from './dom.ts';
import { type Keeper, keeperOf } from './kept.ts';
import { type Shown, topBar } from './shell.ts';
import { type Language, TEXTS } from './text.ts';
import type { Watch } from './watch.ts';

/** Draws a screen from scratch: again when the language changes. */
type Draw = (shown: Shown) => (HTMLElement | false)[];

export interface Page {
  root: HTMLElement;
  calls: Calls;
  kept: Keeper;
  language: Language;
  link: PayLink | null;
  /** Asks how the attempt stands while one is waited for. */
  watching: Watch | null;
  /** What was typed so far. */
  typed: Typed;
  draw: Draw;
}

export function openPage(root: HTMLElement, slug: string, link: PayLink | null): Page {
  const kept = keeperOf(slug);
  const language = kept.read().language ?? link?.language ?? (navigator.language.startsWith('id') ? 'id' : 'en');
  return { root, calls: callsOf(slug), kept, language, link, watching: null, typed: {}, draw: () => [] };
}

/** Shows another screen. `takes_focus`: a screen reader goes to its heading. */
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
    page.kept.change({ language: page.language });
    redraw(page, false);
    root.querySelector<HTMLElement>('header button')?.focus();
  };
  root.replaceChildren(topBar(shown, link, changeLanguage), main, el('footer', { class: 'foot' }, 'Dasbor'));
  if (takes_focus) main.querySelector<HTMLElement>('h2')?.focus();
}

/** Nothing is waited for any more. */
export function stopWatching(page: Page): void {
  page.watching?.stop();
  page.watching = null;
}
