import { screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import type { Column } from './column.tsx';
import { DataTable } from './data-table.tsx';
import { getNextIndex } from './list-shortcuts.ts';
import { buildColumnsKey, useStoredColumns } from './stored-columns.ts';

interface Row {
  id: string;
  name: string;
}
const COLUMNS: Column<Row>[] = [
  { id: 'id', label: 'Id', render: (row) => row.id, width_px: 100, is_fixed: true },
  { id: 'name', label: 'Name', render: (row) => row.name, width_px: 100 },
  { id: 'extra', label: 'Extra', render: () => 'x', width_px: 100, is_hidden: true },
];
const buildRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `Name ${index}` }));
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const active = () => document.querySelector('tr[data-active]')?.textContent ?? null;

test('only the rows in sight are in the page', async () => {
  renderComponent(<DataTable label="List" columns={COLUMNS} rows={buildRows(10_000)} keyOf={(row) => row.id} />);
  expect(await screen.findByText('Name 0')).toBeVisible();
  expect(screen.getAllByRole('row').length).toBeLessThan(80);
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10001');
});

test('j and k move the focus, Enter opens, Esc clears it', async () => {
  const onOpen = vi.fn();
  const { user } = renderComponent(
    <DataTable label="List" columns={COLUMNS} rows={buildRows(3)} keyOf={(row) => row.id} onOpen={onOpen} />,
  );
  await screen.findByText('Name 0');
  await user.keyboard('jj');
  expect(active()).toContain('Name 1');
  await user.keyboard('k{Enter}');
  expect(onOpen).toHaveBeenCalledWith({ id: 'r0', name: 'Name 0' });
  await user.keyboard('{Escape}');
  expect(active()).toBeNull();
});

test('a row is drawn again only when it changes', async () => {
  const drawn = vi.fn(({ name }: Row) => name);
  const columns: Column<Row>[] = [{ id: 'name', label: 'Name', width_px: 100, render: drawn }];
  const { user } = renderComponent(
    <DataTable label="List" columns={columns} rows={buildRows(30)} keyOf={(row) => row.id} />,
  );
  await screen.findByText('Name 0');
  // Measuring the frame and the cells draws the table several times.
  expect(new Set(drawn.mock.calls.map(([{ id }]) => id)).size).toBe(drawn.mock.calls.length);
  drawn.mockClear();
  await user.keyboard('j');
  await user.keyboard('j');
  expect(drawn.mock.calls.map(([{ id }]) => id)).toEqual(['r0', 'r0', 'r1']);
});

test('a click in a dialog that a cell has opened does not open the row', async () => {
  const onOpen = vi.fn();
  const cell: Column<Row> = {
    id: 'action',
    label: '',
    width_px: 100,
    render: () => createPortal(<div role="dialog">What happens</div>, document.body),
  };
  const { user } = renderComponent(
    <DataTable label="List" columns={[...COLUMNS, cell]} rows={buildRows(1)} keyOf={(row) => row.id} onOpen={onOpen} />,
  );
  await user.click(await screen.findByText('What happens'));
  expect(onOpen).not.toHaveBeenCalled();
});

test('keys that are typed into a field are not keys of the list', async () => {
  const { user } = renderComponent(
    <>
      <input aria-label="Search" />
      <DataTable label="List" columns={COLUMNS} rows={buildRows(3)} keyOf={(row) => row.id} />
    </>,
  );
  await user.type(screen.getByLabelText('Search'), 'jj');
  expect(active()).toBeNull();
});

test('the next page is requested when the end is near', () => {
  const onMore = vi.fn();
  const rest = { label: 'List', columns: COLUMNS, keyOf: (row: Row) => row.id, onMore };
  renderComponent(<DataTable {...rest} rows={buildRows(10)} has_more />);
  expect(onMore).toHaveBeenCalledOnce();
  renderComponent(<DataTable {...rest} rows={buildRows(500)} has_more />);
  renderComponent(<DataTable {...rest} rows={buildRows(10)} />);
  expect(onMore).toHaveBeenCalledOnce();
});

test('without rows the empty state is shown', () => {
  renderComponent(<DataTable label="List" columns={COLUMNS} rows={[]} keyOf={(row) => row.id} empty="Nothing here" />);
  expect(screen.getByText('Nothing here')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

test.each([
  [null, 1, 3, 0],
  [null, -1, 3, 2],
  [0, -1, 3, 0],
  [2, 1, 3, 2],
  [1, 1, 3, 2],
  [null, 1, 0, null],
] as const)('from %s a step of %d among %d rows leads to %s', (from, step, count, to) => {
  expect(getNextIndex(from, step, count)).toBe(to);
});

function Choosing({ user_id }: { user_id: string }) {
  const choice = useStoredColumns(buildColumnsKey(user_id, 'rows'), COLUMNS);
  return (
    <>
      <ColumnChooser choice={choice} />
      <DataTable label="List" columns={choice.visible} rows={buildRows(1)} keyOf={(row) => row.id} />
    </>
  );
}

test('the columns are stored per user and list', async () => {
  const { user, unmount } = renderComponent(<Choosing user_id="usr_1" />);
  expect(headers()).toEqual(['Id', 'Name']);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  expect(await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Id' })).toBeDisabled();
  await user.click(await screen.findByRole('checkbox', { name: 'Extra' }));
  await user.click(screen.getByRole('checkbox', { name: 'Name' }));
  expect(headers()).toEqual(['Id', 'Extra']);
  // By keyboard, with an announcement.
  screen.getByRole('button', { name: 'Move Extra up' }).focus();
  await user.keyboard('{Enter}{Enter}');
  expect(headers()).toEqual(['Extra', 'Id']);
  expect(screen.getByText(/^Extra is now column 1 of/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Move Extra down' }));
  await user.click(screen.getByRole('button', { name: 'Move Extra down' }));
  expect(headers()).toEqual(['Id', 'Extra']);
  unmount();
  const second = renderComponent(<Choosing user_id="usr_1" />);
  expect(headers()).toEqual(['Id', 'Extra']);
  second.unmount();
  renderComponent(<Choosing user_id="usr_2" />);
  expect(headers()).toEqual(['Id', 'Name']);
});
