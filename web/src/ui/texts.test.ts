import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ENGLISH, chosenLanguage, loadLanguage } from './texts.ts';

test('spec §1: the interface speaks English unless the user chooses another language', async () => {
  expect(chosenLanguage()).toBe('en');
  await loadLanguage();
  expect(document.documentElement.lang).toBe('en');
  expect(ENGLISH.screens.transactions).toBe('Transactions');
  const page = readFileSync(path.join(import.meta.dirname, '../../index.html'), 'utf8');
  expect(page).toContain('<html lang="en">');
});
