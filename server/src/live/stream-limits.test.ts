import { expect, test } from 'vitest';
import { type StreamOwner, createStreamLimits } from './stream-limits.ts';

/** Opens streams until one is refused. Returns those that were opened. */
function openAll(
  limits: ReturnType<typeof createStreamLimits>,
  getOwner: (n: number) => StreamOwner,
  max = 1_000,
): (() => void)[] {
  const closes: (() => void)[] = [];
  for (let n = 0; n < max; n++) {
    const close = limits.open(getOwner(n));
    if (close === null) break;
    closes.push(close);
  }
  return closes;
}

test.each<[string, number, (n: number) => StreamOwner]>([
  ['a session', 10, () => ({ principal: 'ses_1', user: 'usr_1', merchant: 'mer_1' })],
  ['a user', 30, (n) => ({ principal: `ses_${n}`, user: 'usr_1', merchant: 'mer_1' })],
  ['a merchant', 300, (n) => ({ principal: `ses_${n}`, user: `usr_${n}`, merchant: 'mer_1' })],
])('%s has at most %i streams, and a closed one frees one place', (_name, max, getOwner) => {
  const limits = createStreamLimits();
  const closes = openAll(limits, getOwner);
  expect(closes).toHaveLength(max);
  // A stream that is closed twice frees one place.
  closes[0]?.();
  closes[0]?.();
  expect(openAll(limits, (n) => getOwner(max + n))).toHaveLength(1);
  expect(limits.open({ principal: 'ses_x', user: 'usr_x', merchant: 'mer_2' })).not.toBeNull();
});

test('a refused stream counts nowhere', () => {
  const limits = createStreamLimits();
  const owner = { principal: 'ses_1', user: 'usr_1', merchant: 'mer_1' };
  expect(openAll(limits, () => owner)).toHaveLength(10);
  for (let n = 0; n < 50; n++) expect(limits.open(owner)).toBeNull();
  expect(openAll(limits, (n) => ({ ...owner, principal: `ses_${n + 2}` }))).toHaveLength(20);
});

test('streams that were all closed leave room for as many again', () => {
  const limits = createStreamLimits();
  const getOwner = (n: number): StreamOwner => ({ principal: `ses_${n}`, user: `usr_${n}`, merchant: 'mer_1' });
  for (let round = 0; round < 2; round++) {
    const closes = openAll(limits, getOwner);
    expect(closes).toHaveLength(300);
    for (const close of closes) close();
  }
});
