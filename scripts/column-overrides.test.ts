import { expect, test } from 'vitest';
import { parseUnion } from './column-overrides.ts';

test.each([
  ["CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))", '"open" | "closed"'],
  ["CHECK ((delimiter = ANY (ARRAY[','::text, ';'::text])))", '"," | ";"'],
  ["CHECK ((currency = 'IDR'::bpchar))", '"IDR"'],
  ['CHECK ((amount > 0))', undefined],
  ["CHECK ((slug ~ '^[a-z]+$'::text))", undefined],
  ['CHECK (((length(name) >= 1) AND (length(name) <= 60)))', undefined],
])('the values that %s allows', (definition, union) => {
  expect(parseUnion(definition)).toBe(union);
});
