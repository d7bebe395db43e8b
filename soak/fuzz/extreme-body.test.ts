import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { buildExtremeBody } from './extreme-body.ts';

test('extreme bodies are JSON, and are put into every field of a body', () => {
  const random = createRandom(1);
  const kinds = new Set<string>();
  const fields = new Set<string>();
  for (let n = 0; n < 400; n++) {
    const { text, kind } = buildExtremeBody({ amount: 1, note: 'x' }, random);
    kinds.add(kind);
    // The deepest are beyond what a parser of this process would take.
    if (kind.startsWith('deep')) continue;
    const parsed = JSON.parse(text) as { amount?: unknown; note?: unknown };
    if (parsed.note === 'x' && parsed.amount !== 1) fields.add('amount');
    if (parsed.amount === 1 && parsed.note !== 'x') fields.add('note');
  }
  expect(kinds.size).toBe(10);
  expect([...fields].toSorted()).toEqual(['amount', 'note']);
});
