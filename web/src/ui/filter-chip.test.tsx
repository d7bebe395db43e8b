import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { DateField } from './date-field.tsx';
import { FilterChip } from './filter-chip.tsx';

const CALENDAR = 'Choose a day: From';

test('Escape closes the calendar in a filter first, then the filter', async () => {
  const { user } = renderComponent(
    <FilterChip label="Date" onClear={() => undefined}>
      {() => <DateField label="From" value="2026-11-22" onChange={() => undefined} is_in_popover />}
    </FilterChip>,
  );
  await user.click(screen.getByRole('button', { name: 'Date' }));
  await user.click(await screen.findByRole('button', { name: CALENDAR }));
  (await screen.findByRole('button', { name: '22 November 2026' })).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: '22 November 2026' })).toBeNull());
  expect(screen.getByLabelText('From')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: CALENDAR })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull());
});

test('a filter whose calendar was left open closes by Escape the next time', async () => {
  const { user } = renderComponent(
    <FilterChip label="Date" onClear={() => undefined}>
      {(close) => (
        <>
          <DateField label="From" value="2026-11-22" onChange={() => undefined} is_in_popover />
          <button onClick={close}>Done</button>
        </>
      )}
    </FilterChip>,
  );
  await user.click(screen.getByRole('button', { name: 'Date' }));
  await user.click(await screen.findByRole('button', { name: CALENDAR }));
  await screen.findByRole('button', { name: '22 November 2026' });
  await user.click(screen.getByText('Done'));
  await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Date' }));
  await screen.findByLabelText('From');
  screen.getByLabelText('From').focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('From')).toBeNull());
});
