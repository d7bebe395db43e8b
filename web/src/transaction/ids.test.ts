import { expect, test } from 'vitest';
import { parseIds, formatIds } from './ids.ts';

test('pasted ids are accepted in any format, each once', () => {
  expect(parseIds(' a,b\nc\td;  a ,, ')).toEqual(['a', 'b', 'c', 'd']);
  expect(parseIds(' \n ')).toEqual([]);
});

test.each([
  ['', undefined],
  ['KN-1', 'KN-1'],
  ['KN-1,KN-2,KN-3', 'KN-1, 2 more'],
  ['txn_01kaj6x7v3q2m8n4p5r6s70001', 'txn_0…0001'],
])('%j reads %j', (ids, words) => {
  expect(formatIds(ids)).toBe(words);
});
