import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { changeLanguage, currentLanguage, defineMessages, subscribeLanguage } from './define-messages.ts';
import { messages } from './messages.ts';

test('spec §1: the interface is English unless the browser or the user prefers Indonesian', () => {
  expect(currentLanguage()).toBe('en');
  expect(document.documentElement.lang).toBe('en');
  expect(messages().state.retry).toBe('Retry');
  const page = readFileSync(path.join(import.meta.dirname, '../../index.html'), 'utf8');
  expect(page).toContain('<html lang="en">');
});

test('a change of language loads the catalogues before it shows, and is stored in this browser', async () => {
  const listener = vi.fn();
  const stop = subscribeLanguage(listener);
  await changeLanguage('id');
  stop();
  expect(listener).toHaveBeenCalledOnce();
  expect(messages().state.retry).toBe('Coba lagi');
  expect(document.documentElement.lang).toBe('id');
  expect(localStorage.getItem('language')).toBe('id');
});

test('a catalogue that is declared while others load is loaded too', async () => {
  let declared: (() => { text: string }) | undefined;
  defineMessages({ text: 'first' }, async () => {
    declared ??= defineMessages({ text: 'late' }, async () => ({ INDONESIAN: { text: 'terlambat' } }));
    return { INDONESIAN: { text: 'pertama' } };
  });
  await changeLanguage('id');
  expect(declared?.().text).toBe('terlambat');
});

test('the latest of two concurrent changes wins', async () => {
  await Promise.all([changeLanguage('id'), changeLanguage('en')]);
  expect(currentLanguage()).toBe('en');
  expect(localStorage.getItem('language')).toBe('en');
});
