/** Choosing rows of a list to do something with all of them: one by one, a stretch with Shift, or all that are shown. */
import { Checkbox, CloseButton, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Column } from '../ui/data-table.tsx';
import type { ListRow } from './merge-rows.ts';
import { SELECTION_MAX, selectAll, toggleRange, toggleRow } from './row-selection-rules.ts';
import classes from './row-selection.module.css';

export interface RowSelection<Row> {
  /** The chosen rows, in the order of the list. */
  chosen: Row[];
  clear: () => void;
  /** The first column of the list. */
  column: Column<Row>;
}

/** `nameOf`: what a row is called for screen readers. */
export function useRowSelection<Row extends ListRow>(
  rows: readonly Row[],
  nameOf: (row: Row) => string = ({ id }) => id,
): RowSelection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const shown = rows.map(({ id }) => id);
  const chosen = rows.filter(({ id }) => ids.has(id));
  const choose = (id: string, is_stretch: boolean) => {
    setIds((before) =>
      is_stretch && last.current !== null ? toggleRange(before, shown, last.current, id) : toggleRow(before, id),
    );
    last.current = id;
  };
  const are_all = chosen.length > 0 && chosen.length === Math.min(shown.length, SELECTION_MAX);
  return {
    chosen,
    clear: () => setIds(new Set()),
    column: {
      id: 'choice',
      label: 'Chosen',
      width_px: 40,
      is_selection: true,
      head: (
        <Checkbox
          size="xs"
          aria-label="Choose all that are shown"
          checked={are_all}
          indeterminate={chosen.length > 0 && !are_all}
          onChange={() => setIds(are_all ? new Set() : selectAll(shown))}
        />
      ),
      render: (row) => (
        <Checkbox
          size="xs"
          aria-label={`Choose ${nameOf(row)}`}
          checked={ids.has(row.id)}
          // The click knows of the Shift key, by pointer and by keyboard.
          onClick={(event) => choose(row.id, event.shiftKey)}
          onChange={() => undefined}
        />
      ),
    },
  };
}

/** What can be done with the chosen rows, over the foot of the list. Nothing while none is chosen. */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <section className={classes.bar} aria-label="Chosen rows">
      <Text fw={600} role="status">
        {count} chosen{count === SELECTION_MAX ? ' (the most at once)' : ''}
      </Text>
      {children}
      <CloseButton aria-label="Choose none" onClick={onClear} />
    </section>
  );
}
