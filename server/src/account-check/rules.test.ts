/** How well the name of a holder matches what was entered. */
import { NAME_MATCH } from '@dasbor/contract/disbursement-fields';
import { describe, expect, test } from 'vitest';
import { scoreNameMatch } from './rules.ts';

describe('names of account holders', () => {
  test.each([
    ['Sari Pratiwi', 'SARI PRATIWI'],
    ['Pratiwi, Sari', 'SARI PRATIWI'],
    ['Ibu Sari Pratiwi, SE', 'SARI PRATIWI'],
    ['PT Maju Bersama Tbk.', 'MAJU BERSAMA'],
    ['Budi Santosa', 'BUDI SANTOSO'],
    ['Muhammad Agus Prasetyo', 'MUHAMMAD AGUS PRASETY'],
    ['Dewi Lestari', 'DEWI AYU LESTARI'],
    ['M. Agus Prasetyo', 'MUHAMMAD AGUS PRASETYO'],
  ])('%s matches %s', (given, reported) => {
    expect(scoreNameMatch(given, reported)).toBeGreaterThanOrEqual(NAME_MATCH.match_from);
  });

  test.each([
    ['Sari Pratiwi', 'BUDI SANTOSO'],
    ['Sari', 'BUDI SANTOSO'],
    ['CV Sinar Jaya', 'PT MAJU BERSAMA'],
    ['!!!', 'SARI PRATIWI'],
    ['Agus Wijaya', 'TIO WIDODO'],
  ])('%s does not match %s', (given, reported) => {
    expect(scoreNameMatch(given, reported)).toBeLessThan(NAME_MATCH.mismatch_below);
  });

  test('half a name is neither: people decide', () => {
    const score = scoreNameMatch('Budi Wijaya', 'BUDI SANTOSO');
    expect(score).toBeGreaterThanOrEqual(NAME_MATCH.mismatch_below);
    expect(score).toBeLessThan(NAME_MATCH.match_from);
  });

  test('the order of the names does not matter, and the score stays within 0 to 100', () => {
    for (const [a, b] of [
      ['a b c', 'c b'],
      ['', 'x'],
      ['PT', 'PT'],
      ['andi andi', 'andi'],
    ] as const) {
      expect(scoreNameMatch(a, b)).toBe(scoreNameMatch(b, a));
      expect(scoreNameMatch(a, b)).toBeGreaterThanOrEqual(0);
      expect(scoreNameMatch(a, b)).toBeLessThanOrEqual(100);
    }
  });
});
