import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { simulatePhone } from '../test/phone.ts';
import { renderComponent } from '../test/render.tsx';
import { FilterRow } from './filter-row.tsx';

const renderRow = (is_filtered: boolean, onClear = () => {}) =>
  renderComponent(
    <FilterRow label="Filter payments" pinned={<span>Last 7 days</span>} is_filtered={is_filtered} onClear={onClear}>
      <button type="button">Status</button>
    </FilterRow>,
  );

test('on a desktop the filters stand in the row, and are cleared there', async () => {
  const onClear = vi.fn<() => void>();
  const { user } = renderRow(true, onClear);
  expect(screen.getByRole('search', { name: 'Filter payments' })).toHaveTextContent('Last 7 daysStatusClear filters');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onClear).toHaveBeenCalledOnce();
});

test('on a phone the row has the pinned part, and the rest is in a sheet', async () => {
  simulatePhone();
  const { user } = renderRow(true);
  expect(screen.getByRole('search', { name: 'Filter payments' })).toHaveTextContent('Last 7 daysFilters');
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  expect(await screen.findByRole('dialog', { name: 'Filter payments' })).toHaveTextContent('StatusClear filters');
});

test('without a filter nothing can be cleared', () => {
  renderRow(false);
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});
