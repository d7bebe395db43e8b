/** Selecting rows on a phone, where a list is cards: by touch, alongside opening them. */
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { simulatePhone } from '../test/phone.ts';
import { renderComponent } from '../test/render.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { SelectionBar, useRowSelection } from './row-selection.tsx';

const ROWS = ['a', 'b', 'c'].map((id) => ({ id, created_at: '2026-11-21T00:00:00.000Z' }));

function List({ onOpen }: { onOpen: (row: { id: string }) => void }) {
  const selection = useRowSelection(ROWS);
  return (
    <>
      <DataTable
        label="Rows"
        columns={[selection.column, { id: 'id', label: 'Id', width_px: 100, render: ({ id }) => id }]}
        rows={ROWS}
        keyOf={({ id }) => id}
        onOpen={onOpen}
        renderCard={({ id }) => <span>Card {id}</span>}
      />
      <SelectionBar count={selection.selected.length} onClear={selection.clear}>
        {selection.selected.map(({ id }) => id).join(',')}
      </SelectionBar>
    </>
  );
}

test('domain 1.5: on a phone, a card is selected by its checkbox and opened by a tap elsewhere', async () => {
  simulatePhone();
  const onOpen = vi.fn();
  const { user } = renderComponent(<List onOpen={onOpen} />);
  await user.click(screen.getByRole('checkbox', { name: 'Select b' }));
  expect(screen.getByRole('region', { name: 'Selected rows' })).toHaveTextContent('1 selectedb');
  // The label around the checkbox, wide enough for a thumb, selects too and does not open the card.
  const label = screen.getByRole('checkbox', { name: 'Select c' }).closest('label');
  await user.click(label!);
  expect(screen.getByRole('region', { name: 'Selected rows' })).toHaveTextContent('2 selectedb,c');
  expect(onOpen).not.toHaveBeenCalled();
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  expect(screen.getByRole('region', { name: 'Selected rows' })).toHaveTextContent('3 selecteda,b,c');
  await user.click(screen.getByText('Card a'));
  expect(onOpen).toHaveBeenCalledWith(ROWS[0]);
});
