import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { FilterRow } from '../list/filter-row.tsx';
import { OptionChip } from '../list/option-chip.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { messages } from './messages.ts';
import { type StatusFilter, listStatusOptions } from './status-filter.ts';

export interface PeopleFiltersProps {
  q: string;
  is_filtered: boolean;
  onSearch: (q: string) => void;
  onClear: () => void;
  /** The button that exports the list. */
  action: ReactNode;
  children: ReactNode;
}

/** Search, filters and download of a list of people. */
export function PeopleFilters({ q, is_filtered, onSearch, onClear, action, children }: PeopleFiltersProps) {
  const t = messages();
  return (
    <Group gap="sm" mb="md" justify="space-between">
      <FilterRow
        label={t.users.filter}
        pinned={<SearchField label={t.users.search} value={q} onChange={onSearch} />}
        is_filtered={is_filtered}
        onClear={onClear}
      >
        {children}
      </FilterRow>
      {action}
    </Group>
  );
}

export interface StatusFilterChipProps {
  status: StatusFilter;
  /** undefined: the status that is shown without a filter. */
  onChange: (status: StatusFilter | undefined) => void;
}

export const StatusFilterChip = ({ status, onChange }: StatusFilterChipProps) => (
  <OptionChip
    label={messages().users.status}
    options={listStatusOptions()}
    selected={status}
    is_set={status !== 'present'}
    onChange={onChange}
  />
);
