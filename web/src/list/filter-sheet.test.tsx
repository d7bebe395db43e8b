import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { FilterSheet } from './filter-sheet.tsx';

test('the filters of a phone open in a sheet and close with its button', async () => {
  const { user } = renderComponent(
    <FilterSheet label="Filter payments" is_filtered>
      <button type="button">Status</button>
    </FilterSheet>,
  );
  expect(screen.queryByRole('button', { name: 'Status' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  expect(await screen.findByRole('dialog', { name: 'Filter payments' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Status' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show results' }));
  expect(screen.queryByRole('dialog', { name: 'Filter payments' })).toBeNull();
});
