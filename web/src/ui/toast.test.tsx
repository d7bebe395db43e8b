import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { DEFAULT_CLOSE_MS, SUCCESS_CLOSE_MS } from './toast-rules.ts';
import { showError, showInfo, showSuccess } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

/** What the removal of a closed toast takes beyond its time. */
const LEAVING_MS = 700;

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(async () => {
  const { cleanNotifications } = await import('@mantine/notifications');
  cleanNotifications();
});
const pass = (duration_ms: number) => act(() => vi.advanceTimersByTimeAsync(duration_ms));

test('spec §8, §9: the success toast of the shared helper closes after 1000 ms', async () => {
  expect([SUCCESS_CLOSE_MS, DEFAULT_CLOSE_MS]).toEqual([1_000, 2_000]);
  renderComponent(<ToastHost />);
  await act(() => showSuccess('Saved'));
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  await pass(800);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  await pass(200 + LEAVING_MS);
  expect(screen.queryByText('Saved')).toBeNull();
});

test('spec §8, §9: any other toast closes automatically after 2000 ms', async () => {
  renderComponent(<ToastHost />);
  await act(() => showInfo('Copied'));
  await screen.findByText('Copied');
  await pass(1_800);
  expect(screen.getByText('Copied')).toBeInTheDocument();
  await pass(200 + LEAVING_MS);
  expect(screen.queryByText('Copied')).toBeNull();
});

test('spec §8: an error toast stays until it is dismissed', async () => {
  renderComponent(<ToastHost />);
  await act(() => showError('Refused'));
  await screen.findByText('Refused');
  await pass(600_000);
  expect(screen.getByRole('alert')).toHaveTextContent('Refused');
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
  await pass(LEAVING_MS);
  await waitFor(() => expect(screen.queryByText('Refused')).toBeNull());
});

test('spec §8: a new toast dismisses the earlier ones', async () => {
  renderComponent(<ToastHost />);
  await act(() => showError('First'));
  await screen.findByText('First');
  await act(() => showError('Second'));
  await screen.findByText('Second');
  await pass(LEAVING_MS);
  expect(screen.queryByText('First')).toBeNull();
});

test('spec §2: toasts appear top-right', async () => {
  renderComponent(<ToastHost />);
  await act(() => showError('Here'));
  const toast = await screen.findByText('Here');
  expect(toast.closest('[data-position]')).toHaveAttribute('data-position', 'top-right');
});
