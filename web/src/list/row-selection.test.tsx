/** Choosing rows on a phone, where a list is cards: by touch, beside opening them. */
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../test/render.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { SelectionBar, useRowSelection } from './row-selection.tsx';

const ROWS = ['a', 'b', 'c'].map((id) => ({ id, created_at: '2026-11-21T00:00:00.000Z' }));

function List({ onOpen }: { onOpen: (row: { id: string }) => void }) {
  const choice = useRowSelection(ROWS);
  return (
    <>
      <DataTable
        label="Rows"
        columns={[choice.column, { id: 'id', label: 'Id', width_px: 100, render: ({ id }) => id }]}
        rows={ROWS}
        keyOf={({ id }) => id}
        onOpen={onOpen}
        renderCard={({ id }) => <span>Card {id}</span>}
      />
      <SelectionBar count={choice.chosen.length} onClear={choice.clear}>
        {choice.chosen.map(({ id }) => id).join(',')}
      </SelectionBar>
    </>
  );
}

test('domain 1.5: on a phone, a card is chosen by its mark and opened by itself', async () => {
  const wide = window.matchMedia;
  vi.stubGlobal('matchMedia', (media: string) => ({ ...wide(media), matches: media.includes('max-width'), media }));
  const onOpen = vi.fn();
  const { user } = renderPart(<List onOpen={onOpen} />);
  await user.click(screen.getByRole('checkbox', { name: 'Choose b' }));
  expect(screen.getByRole('region', { name: 'Chosen rows' })).toHaveTextContent('1 chosenb');
  // The ground around the mark, wide enough for a thumb, marks too and opens nothing.
  const mark = screen.getByRole('checkbox', { name: 'Choose c' }).closest('label');
  await user.click(mark!);
  expect(screen.getByRole('region', { name: 'Chosen rows' })).toHaveTextContent('2 chosenb,c');
  expect(onOpen).not.toHaveBeenCalled();
  await user.click(screen.getByRole('checkbox', { name: 'Choose all that are shown' }));
  expect(screen.getByRole('region', { name: 'Chosen rows' })).toHaveTextContent('3 chosena,b,c');
  await user.click(screen.getByText('Card a'));
  expect(onOpen).toHaveBeenCalledWith(ROWS[0]);
});
