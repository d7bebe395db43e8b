import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { formatRupiah } from './amount.tsx';
import { CopyableId } from './copyable-id.tsx';
import {
  Instant,
  formatBusinessDay,
  formatDay,
  formatInstant,
  formatRelative,
  formatShortInstant,
} from './instant.tsx';
import { NetAmount } from './net-amount.tsx';
import { changeTimeZone } from './time-zone.ts';
import { StatusChip, formatStatus } from './status-chip.tsx';

test.each([
  [0, 'Rp 0'],
  [999, 'Rp 999'],
  [1_000, 'Rp 1.000'],
  [1_234_567, 'Rp 1.234.567'],
  [-50_000, '-Rp 50.000'],
  [10_000_000_000_000, 'Rp 10.000.000.000.000'],
])('%d rupiah reads %s', (amount, text) => expect(formatRupiah(amount)).toBe(text));

test.each([
  [{ net_amount: null, refunded_amount: 0 }, '–', 0],
  [{ net_amount: 99_223, refunded_amount: 0 }, 'Rp 99.223', 0],
  [{ net_amount: 49_223, refunded_amount: 50_000 }, 'Rp 49.223 Rp 50.000', 1],
])('decision 0044: the net amount of %j shows below it what was refunded: %s', (row, text, marks) => {
  const { container } = renderComponent(<NetAmount row={row} />);
  expect(container.querySelector('span, p')?.textContent).toBe(text);
  expect(screen.queryAllByRole('img', { name: 'Refunded' })).toHaveLength(marks);
});

test('times are read in Jakarta, with the zone named', () => {
  expect(formatInstant('2026-11-21T07:05:00.000Z')).toBe('21 Nov 2026, 14:05 WIB');
  expect(formatInstant('2026-12-31T17:00:00.000Z')).toBe('1 Jan 2027, 00:00 WIB');
  expect(formatInstant('2026-09-01T00:00:00.000Z')).toBe('1 Sep 2026, 07:00 WIB');
  expect(formatDay('2026-12-31T16:59:59.000Z')).toBe('31 Dec 2026');
});

test('domain 1.16: times are read in the zone of the user, business days in WIB', () => {
  changeTimeZone('Asia/Jayapura');
  expect(formatInstant('2026-11-21T16:30:00.000Z')).toBe('22 Nov 2026, 01:30 WIT');
  expect(formatInstant('2026-11-21T16:30:00.000Z', { seconds: true })).toBe('22 Nov 2026, 01:30:00 WIT');
  expect(formatShortInstant('2026-11-21T16:30:00.000Z')).toBe('22 Nov, 01:30 WIT');
  expect(formatInstant('2026-11-21T16:30:00.000Z', { time_zone: 'Asia/Jakarta' })).toBe('21 Nov 2026, 23:30 WIB');
  expect(formatDay('2026-11-21T16:30:00.000Z')).toBe('21 Nov 2026');
  expect(formatBusinessDay('2026-11-21')).toBe('21 Nov 2026 (WIB)');
  changeTimeZone();
  expect(formatBusinessDay('2026-11-21')).toBe('21 Nov 2026');
});

test('relative times', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(formatRelative('2026-11-21T11:59:30Z', now)).toBe('just now');
  expect(formatRelative('2026-11-21T11:55:00Z', now)).toBe('5 minutes ago');
  expect(formatRelative('2026-11-21T14:00:00Z', now)).toBe('in 2 hours');
});

test('an instant says under the pointer how long ago it was', async () => {
  const at = new Date(Date.now() - 3 * 3_600_000).toISOString();
  renderComponent(<Instant at={at} />);
  expect(await screen.findByTitle('3 hours ago')).toHaveTextContent(formatInstant(at));
});

test('a status is never colour alone', () => {
  renderComponent(<StatusChip status="partially_refunded" />);
  const chip = screen.getByText('Partially refunded');
  expect(chip).toHaveAttribute('data-tone', 'info');
  expect(chip.querySelector('svg')).not.toBeNull();
  expect(formatStatus('on_hold')).toBe('On hold');
});

test('an id is copied whole', async () => {
  const { user } = renderComponent(<CopyableId value="txn_01jd" />);
  await user.click(screen.getByRole('button', { name: 'Copy ID txn_01jd' }));
  expect(await navigator.clipboard.readText()).toBe('txn_01jd');
});
