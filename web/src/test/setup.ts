/** Polyfills for jsdom, and the initial state of every test. */
import '@testing-library/jest-dom/vitest';
import * as React from 'react';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { cleanNotifications } from '@mantine/notifications';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { changeLanguage } from '../ui/define-messages.ts';
import { changeTimeZone } from '../ui/time-zone.ts';
import { openToasts } from './open-toasts.ts';

openToasts();
// A busy machine is no failure of what is tested.
configure({ asyncUtilTimeout: 30_000, getElementError: (text, container) => new MissingElementError(text, container) });

/** Prints the page when it is read: a wait creates such an error whenever the page changes. */
class MissingElementError extends Error {
  override readonly name = 'TestingLibraryElementError';
  constructor(text: string | null, container: Element) {
    super();
    const get = () => [text, prettyDOM(container)].filter(Boolean).join('\n\n');
    Object.defineProperty(this, 'message', { get, configurable: true });
  }
}

// React records a stack for each element it creates, of which warnings would print the top. They do without it.
Object.defineProperty(
  (React as unknown as Record<string, object>)['__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'],
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set: () => {} },
);

window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList;
// jsdom lays nothing out: without a size a virtual list would show no rows.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 });
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1200 });
// A text area that grows measures itself again when fonts arrive.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// What React reports of a screen, such as two children with the same key, fails its test.
const reports: string[] = [];
const { error: printError } = console;
Object.assign(console, {
  error: (...parts: unknown[]) => {
    // Reports of React are texts. The fake network prints why an answer fails, and tests with a clock of their own update
    // screens outside of act().
    const [text] = parts;
    if (typeof text === 'string' && !/^\[MSW\]|Failed to fetch|act\(/.test(text)) reports.push(parts.join(' '));
    printError(...parts);
  },
});
afterEach(() => {
  expect(reports.splice(0)).toEqual([]);
});
// The files of a worker share one console.
afterAll(() => void Object.assign(console, { error: printError }));

afterEach(async () => {
  cleanup();
  // The toasts of a test would be shown by the next one.
  cleanNotifications();
  await changeLanguage('en');
  changeTimeZone();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
// The files of a worker share one page and its modules: none meets what another left.
afterAll(() => {
  window.history.replaceState(null, '', '/');
  document.body.replaceChildren();
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
});
