import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { ProgressBar } from './progress-bar.tsx';

const value = () => screen.queryByRole('progressbar')?.getAttribute('aria-valuenow') ?? null;
const pass = (duration_ms: number) => act(() => vi.advanceTimersByTimeAsync(duration_ms));

test('spec §2, §9: ticks every 30 ms up to 100 and is gone after about 500 ms (17 ticks)', async () => {
  vi.useFakeTimers();
  const { rerender } = render(<ProgressBar path="/dashboard" />);
  expect(value()).toBeNull();
  rerender(<ProgressBar path="/transaction" />);
  expect(value()).toBe('0');
  await pass(29);
  expect(value()).toBe('0');
  await pass(1);
  expect(value()).toBe('6');
  await pass(450);
  expect(value()).toBe('96');
  await pass(29);
  expect(value()).toBe('96');
  await pass(1);
  expect(value()).toBeNull();
});

test('spec §2: each route change restarts the bar; the same path does not', async () => {
  vi.useFakeTimers();
  const { rerender } = render(<ProgressBar path="/a" />);
  rerender(<ProgressBar path="/b" />);
  await pass(90);
  expect(value()).toBe('18');
  rerender(<ProgressBar path="/b" />);
  expect(value()).toBe('18');
  rerender(<ProgressBar path="/c" />);
  expect(value()).toBe('0');
});
