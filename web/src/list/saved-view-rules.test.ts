import { expect, test } from 'vitest';
import { filterForm } from './filter.ts';
import { applyView, isViewShown, toViewQuery } from './saved-view-rules.ts';

const FORM = filterForm({
  choices: { status: ['pending', 'success'] },
  date_fields: ['created_at', 'paid_at'],
  sorts: ['-created_at', 'amount'],
});
const { NO_FILTER } = FORM;

test.each([
  ['status=success', {}, 'status=success'],
  // A view without a range keeps the one on the screen, with the time that it is about.
  ['status=success', { range: '7d', date_field: 'paid_at' }, 'date_field=paid_at&status=success&range=7d'],
  ['status=success', { status: ['pending'], amount_min: 5, q: 'x', range: 'today' }, 'status=success&range=today'],
  ['range=30d', { range: '7d', date_field: 'paid_at', status: ['pending'] }, 'range=30d'],
  ['from=2026-11-01T00:00:00.000Z', { range: '7d' }, 'from=2026-11-01T00:00:00.000Z'],
  ['sort=amount&amount_min=10', { range: '1h' }, 'range=1h&amount_min=10&sort=amount'],
  ['', { status: ['pending'], range: '7d' }, 'range=7d'],
])('domain 0: the view %j over %j shows %j', (query, on_screen, wanted) => {
  const filter = { ...NO_FILTER, ...on_screen } as typeof NO_FILTER;
  const shown = new URLSearchParams(toViewQuery(FORM, applyView(FORM, filter, query)));
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(new URLSearchParams(wanted)));
});

test('a view is known again on the screen, whatever the range when it has none', () => {
  const filter = { ...NO_FILTER, status: ['success'] as ('pending' | 'success')[], range: '7d' as const };
  expect(isViewShown(FORM, filter, 'status=success')).toBe(true);
  expect(isViewShown(FORM, filter, 'status=success&range=7d')).toBe(true);
  expect(isViewShown(FORM, filter, 'status=success&range=30d')).toBe(false);
  expect(isViewShown(FORM, filter, 'status=pending')).toBe(false);
});
