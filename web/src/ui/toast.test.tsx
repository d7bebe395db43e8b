import { screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setToastsOpen } from '../test/open-toasts.ts';
import { renderComponent } from '../test/render.tsx';
import { DEFAULT_CLOSE_MS, SUCCESS_CLOSE_MS } from './toast-rules.ts';
import { showError, showInfo, showSuccess } from './toast.ts';
import { ToastHost } from './toast-host.tsx';

/** What the removal of a closed toast takes beyond its time. */
const LEAVING_MS = 700;

// The clock of a toast stands still while a busy machine renders it.
beforeEach(() => {
  vi.useFakeTimers();
  setToastsOpen(false);
});
afterEach(async () => {
  setToastsOpen(true);
  const { cleanNotifications } = await import('@mantine/notifications');
  cleanNotifications();
});
const pass = (duration_ms: number) => act(() => vi.advanceTimersByTimeAsync(duration_ms));
/** The container of toasts is loaded with the first one; each look takes a millisecond of the clock. */
const findToast = (text: string): Promise<HTMLElement> =>
  vi.waitFor(() => screen.getByText(text), { interval: 1, timeout: 60_000 });

test('spec §8, §9: the success toast of the shared helper closes after 1000 ms', async () => {
  expect([SUCCESS_CLOSE_MS, DEFAULT_CLOSE_MS]).toEqual([1_000, 2_000]);
  renderComponent(<ToastHost />);
  await act(() => showSuccess('Saved'));
  expect(await findToast('Saved')).toBeInTheDocument();
  await pass(800);
  expect(screen.getByText('Saved')).toBeInTheDocument();
  await pass(200 + LEAVING_MS);
  expect(screen.queryByText('Saved')).toBeNull();
});

test('spec §8, §9: any other toast closes automatically after 2000 ms', async () => {
  renderComponent(<ToastHost />);
  await act(() => showInfo('Copied'));
  await findToast('Copied');
  await pass(1_800);
  expect(screen.getByText('Copied')).toBeInTheDocument();
  await pass(200 + LEAVING_MS);
  expect(screen.queryByText('Copied')).toBeNull();
});

test('spec §8: an error toast stays until it is dismissed', async () => {
  renderComponent(<ToastHost />);
  await act(() => showError('Refused'));
  await findToast('Refused');
  await pass(600_000);
  expect(screen.getByRole('alert')).toHaveTextContent('Refused');
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
  await pass(LEAVING_MS);
  expect(screen.queryByText('Refused')).toBeNull();
});

test('spec §8: a new toast dismisses the earlier ones', async () => {
  renderComponent(<ToastHost />);
  await act(() => showError('First'));
  await findToast('First');
  await act(() => showError('Second'));
  await findToast('Second');
  await pass(LEAVING_MS);
  expect(screen.queryByText('First')).toBeNull();
});

test('spec §2: toasts appear top-right', async () => {
  renderComponent(<ToastHost />);
  await act(() => showError('Here'));
  const toast = await findToast('Here');
  expect(toast.closest('[data-position]')).toHaveAttribute('data-position', 'top-right');
});
