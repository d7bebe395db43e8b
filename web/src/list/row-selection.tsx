/** Choosing rows of a list to do something with all of them: one by one, a stretch with Shift, or all that are shown. */
import { Checkbox, CloseButton, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Column } from '../ui/data-table.tsx';
import type { ListRow } from './merge-rows.ts';
import { CHOSEN_MAX, withAll, withStretch, withToggled } from './row-selection-rules.ts';
import classes from './row-selection.module.css';

export interface RowChoice<Row> {
  /** The chosen rows, in the order of the list. */
  chosen: Row[];
  clear: () => void;
  /** The first column of the list. */
  column: Column<Row>;
}

/** `nameOf`: what a row is called for screen readers. */
export function useRowChoice<Row extends ListRow>(
  rows: readonly Row[],
  nameOf: (row: Row) => string = ({ id }) => id,
): RowChoice<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const shown = rows.map(({ id }) => id);
  const chosen = rows.filter(({ id }) => ids.has(id));
  const choose = (id: string, is_stretch: boolean) => {
    setIds((before) =>
      is_stretch && last.current !== null ? withStretch(before, shown, last.current, id) : withToggled(before, id),
    );
    last.current = id;
  };
  const are_all = chosen.length > 0 && chosen.length === Math.min(shown.length, CHOSEN_MAX);
  return {
    chosen,
    clear: () => setIds(new Set()),
    column: {
      id: 'choice',
      label: 'Chosen',
      width_px: 40,
      is_choice: true,
      head: (
        <Checkbox
          size="xs"
          aria-label="Choose all that are shown"
          checked={are_all}
          indeterminate={chosen.length > 0 && !are_all}
          onChange={() => setIds(are_all ? new Set() : withAll(shown))}
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
export function ChoiceBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section className={classes.bar} aria-label="Chosen rows">
      <Text fw={600} role="status">
        {count} chosen{count === CHOSEN_MAX ? ' (the most at once)' : ''}
      </Text>
      {children}
      <CloseButton aria-label="Choose none" onClick={onClear} />
    </section>
  );
}
