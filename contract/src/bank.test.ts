import { describe, expect, test } from 'vitest';
import { BANKS, VA_BANK_CHANNELS, bankName, bankShortName, isBankMatch } from './bank.ts';

const search = (text: string): string[] => BANKS.filter((bank) => isBankMatch(bank, text)).map(({ name }) => name);

describe('searching for a bank', () => {
  test.each([
    ['BCA', 'Bank Central Asia'],
    ['bri', 'Bank Rakyat Indonesia'],
    ['BNI', 'Bank Negara Indonesia'],
    ['btn', 'Bank Tabungan Negara'],
    ['bsi', 'Bank Syariah Indonesia'],
    ['livin', 'Bank Mandiri'],
    ['nisp', 'OCBC Indonesia'],
    ['niaga', 'CIMB Niaga'],
    ['bukopin', 'KB Bank'],
    ['rakyat', 'Bank Rakyat Indonesia'],
    ['bank central', 'Bank Central Asia'],
    ['014', 'Bank Central Asia'],
  ])('%s finds %s', (text, name) => expect(search(text)).toContain(name));

  test('every bank is found by each of its names and aliases', () => {
    for (const bank of BANKS) {
      for (const text of [bank.name, bank.short_name, bank.code, ...bank.aliases]) {
        expect(isBankMatch(bank, text), `${text} finds ${bank.name}`).toBe(true);
      }
    }
  });

  test('every bank has an alias', () => {
    expect(BANKS.filter(({ aliases }) => aliases.length === 0)).toEqual([]);
  });

  test('an empty text matches every bank, an unknown one none', () => {
    expect(search(' ')).toHaveLength(BANKS.length);
    expect(search('no such bank')).toEqual([]);
  });
});

test('names for people are in ordinary case', () => {
  expect(VA_BANK_CHANNELS.map(bankShortName)).toEqual(['BCA', 'Mandiri', 'BNI', 'BRI', 'Permata', 'CIMB Niaga']);
  expect(['014', '008', '999'].map(bankShortName)).toEqual(['BCA', 'Mandiri', '999']);
  expect(['014', 'BCA', '999'].map(bankName)).toEqual(['Bank Central Asia', 'Bank Central Asia', '999']);
});

test('codes, channels and short names are unique', () => {
  for (const key of ['code', 'channel', 'name', 'short_name'] as const) {
    expect(new Set(BANKS.map((bank) => bank[key])).size).toBe(BANKS.length);
  }
});
