/** The page in both languages. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startBank } from '../test/harness.ts';
import { PAGE_MESSAGES } from './page-messages.ts';

const folder = new URL('../page/', import.meta.url);
const sources = readdirSync(folder)
  .filter((file) => /\.(js|html)$/.test(file))
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n');

test('the page and its messages follow the language of the browser', async () => {
  const { bank } = await startBank();
  const get = (url: string, language?: string) =>
    bank.inject({ url, headers: language === undefined ? {} : { 'accept-language': language } });
  expect((await get('/', 'id-ID,id;q=0.9,en;q=0.8')).body).toContain('<html lang="id">');
  expect((await get('/', 'id')).body).toContain(PAGE_MESSAGES.id.subtitle);
  expect((await get('/')).body).toContain('<html lang="en">');
  expect((await get('/')).body).not.toContain('{{');
  expect((await get('/messages.js', 'id')).body).toContain(`"pay_sticker":"${PAGE_MESSAGES.id.pay_sticker}"`);
  expect((await get('/messages.js', 'en-GB')).body).toContain(`"pay_sticker":"${PAGE_MESSAGES.en.pay_sticker}"`);
  expect((await get('/')).headers.vary).toBe('accept-language');
});

test('the scripts use declared messages only, and every message is used', () => {
  const used = [...sources.matchAll(/messages\.(\w+)|\{\{(\w+)\}\}/g)].map(([, script, html]) => script ?? html ?? '');
  const declared = Object.keys(PAGE_MESSAGES.en);
  expect(used.filter((name) => !declared.includes(name) && !['language', 'js'].includes(name))).toEqual([]);
  // Built from the names of switches, outcomes and behaviours.
  const composed = /^(switch|outcome|behaviour)_/;
  expect(declared.filter((name) => !used.includes(name) && !composed.test(name))).toEqual([]);
});

test('both languages have the same placeholders', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();
  for (const [name, text] of Object.entries(PAGE_MESSAGES.en)) {
    expect(placeholders(PAGE_MESSAGES.id[name as keyof typeof PAGE_MESSAGES.id]), name).toEqual(placeholders(text));
  }
});
