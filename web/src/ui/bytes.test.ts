import { expect, test } from 'vitest';
import { formatBytes } from './bytes.ts';
import { changeLanguage } from './define-messages.ts';

test('sizes follow the language', async () => {
  expect([640, 12_300, 3_400_000].map(formatBytes)).toEqual(['640 B', '12 kB', '3.4 MB']);
  await changeLanguage('id');
  expect(formatBytes(3_400_000)).toBe('3,4 MB');
});
