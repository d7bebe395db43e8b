import { expect, test } from 'vitest';
import { z } from 'zod';
import { idSchema } from '@dasbor/contract/id';
import { currency, rupiah } from '@dasbor/contract/money';
import { business_day, instant } from '@dasbor/contract/time';
import { getCellKind, isFormula } from './csv-cells.ts';

test.each([
  ['an amount', rupiah.describe('Amount'), 'safe'],
  ['a number or null', z.int().nullable(), 'safe'],
  ['a boolean', z.boolean(), 'safe'],
  ['a day', business_day.nullable(), 'safe'],
  ['an id', idSchema('transaction').nullable().describe('Id'), 'safe'],
  ['fixed values', z.enum(['a', 'b']), 'safe'],
  ['a literal', currency, 'safe'],
  ['an instant', instant.nullable().describe('When'), 'time'],
  ['text', z.string(), 'text'],
  ['text of a pattern', z.string().regex(/^[a-z]+$/), 'text'],
  ['text or null', z.string().trim().max(5).nullable(), 'text'],
  ['fixed values with a formula', z.enum(['-1', 'b']), 'text'],
  ['an object', z.record(z.string(), z.unknown()), 'text'],
  ['several types', z.union([z.string(), z.number()]), 'text'],
  ['anything', z.unknown(), 'text'],
] as const)('threat 21: %s is %s', (_name, field, kind) => {
  expect(getCellKind(field)).toBe(kind);
});

test.each(['=1', '+62', '-5', '@A', '\tx', '\rx', '\nx', '＝1', "'=1", "''@"])('%j is a formula', (text) => {
  expect(isFormula(text)).toBe(true);
});
test.each(['', 'a=1', "O'Neil", "'a", ' =1'])('%j is no formula', (text) => {
  expect(isFormula(text)).toBe(false);
});
