import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { FilterSheet } from './filter-sheet.tsx';
import classes from './list.module.css';
import { messages } from './messages.ts';

export interface FilterRowProps {
  /** Name of the row for screen readers, e.g. `Filter transactions`. */
  label: string;
  /** Part that a phone shows next to the button: the search, or else the period. */
  pinned: ReactNode;
  is_filtered: boolean;
  onClear: () => void;
  /** The chips, which a phone shows in a sheet. */
  children: ReactNode;
}

/** The filters of a screen in one row. */
export function FilterRow({ label, pinned, is_filtered, onClear, children }: FilterRowProps) {
  const is_narrow = useMediaQuery('(max-width: 48em)') ?? false;
  const chips = (
    <>
      {children}
      {is_filtered && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {messages().filter.clear}
        </Button>
      )}
    </>
  );
  return (
    <div className={classes.filters} role="search" aria-label={label}>
      {pinned}
      {is_narrow ? (
        <FilterSheet label={label} is_filtered={is_filtered}>
          {chips}
        </FilterSheet>
      ) : (
        chips
      )}
    </div>
  );
}
