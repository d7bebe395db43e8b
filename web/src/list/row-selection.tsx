/** Selecting rows of a list for bulk actions: one by one, a range with Shift, or all that are shown. */
import { Checkbox, CloseButton, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Column } from '../ui/column.tsx';
import type { ListRow } from './merge-rows.ts';
import { SELECTION_MAX, selectAll, toggleRange, toggleRow } from './row-selection-rules.ts';
import classes from './row-selection.module.css';
import { messages } from './messages.ts';

export interface RowSelection<Row> {
  /** The selected rows, in the order of the list. */
  selected: Row[];
  clear: () => void;
  /** The first column of the list. */
  column: Column<Row>;
}

/** `getLabel`: name of a row for screen readers. */
export function useRowSelection<Row extends ListRow>(
  rows: readonly Row[],
  getLabel: (row: Row) => string = ({ id }) => id,
): RowSelection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const shown = rows.map(({ id }) => id);
  const selected = rows.filter(({ id }) => ids.has(id));
  const select = (id: string, is_range: boolean) => {
    setIds((before) =>
      is_range && last.current !== null ? toggleRange(before, shown, last.current, id) : toggleRow(before, id),
    );
    last.current = id;
  };
  const are_all = selected.length > 0 && selected.length === Math.min(shown.length, SELECTION_MAX);
  return {
    selected,
    clear: () => setIds(new Set()),
    column: {
      id: 'selection',
      label: messages().selection.selected,
      width_px: 40,
      is_selection: true,
      head: (
        <Checkbox
          size="xs"
          aria-label={messages().selection.select_all}
          checked={are_all}
          indeterminate={selected.length > 0 && !are_all}
          onChange={() => setIds(are_all ? new Set() : selectAll(shown))}
        />
      ),
      render: (row) => (
        <Checkbox
          size="xs"
          aria-label={messages().selection.select(getLabel(row))}
          checked={ids.has(row.id)}
          // Unlike the change event, the click event reports the Shift key.
          onClick={(event) => select(row.id, event.shiftKey)}
          onChange={() => undefined}
        />
      ),
    },
  };
}

/** Bulk actions on the selected rows, at the foot of the window. Renders nothing while none is selected. */
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
  const t = messages().selection;
  return (
    <section className={classes.bar} aria-label={t.title}>
      <Text fw={600} role="status">
        {count === SELECTION_MAX ? t.count_max(count) : t.count(count)}
      </Text>
      {children}
      <CloseButton aria-label={t.clear} onClick={onClear} />
    </section>
  );
}
