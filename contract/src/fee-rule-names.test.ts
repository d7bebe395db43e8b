import { expect, test } from 'vitest';
import { translateFeeRuleName } from './fee-rule-names.ts';

test.each([
  ['QRIS small business (UKE)', 'QRIS usaha kecil (UKE)'],
  ['QRIS micro business (UMI) up to Rp 500.000', 'QRIS usaha mikro (UMI) sampai Rp 500.000'],
  ['QRIS micro business (UMI) above Rp 100.000', 'QRIS usaha mikro (UMI) di atas Rp 100.000'],
  ['Tarif khusus Kopi', 'Tarif khusus Kopi'],
])('%s is shown in both languages', (name, indonesian) => {
  expect(translateFeeRuleName(name, 'en')).toBe(name);
  expect(translateFeeRuleName(name, 'id')).toBe(indonesian);
});
