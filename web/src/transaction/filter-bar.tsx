import { Button, Group } from '@mantine/core';
import { FilterChip } from '../ui/filter-chip.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { AmountEditor } from './amount-editor.tsx';
import { ChoiceEditor } from './choice-editor.tsx';
import { CHOICES, type ChoiceName, NO_ENDS, NO_FILTER, type TransactionFilter, isFiltered } from './filter.ts';
import { labelOfDate, wordsOfAmount, wordsOfChoice, wordsOfRange } from './filter-words.ts';
import { RangeEditor } from './range-editor.tsx';

export interface FilterBarProps {
  filter: TransactionFilter;
  onChange: (part: Partial<TransactionFilter>) => void;
}

const CHIPS: readonly (readonly [ChoiceName, string])[] = [
  ['status', 'Status'],
  ['settlement_status', 'Settlement'],
  ['method', 'Method'],
  ['source', 'Source'],
];

/** Search and filters of the list. What is set here is what the summary counts and the CSV holds. */
export const FilterBar = ({ filter, onChange }: FilterBarProps) => (
  <Group gap={8} role="search" aria-label="Filter transactions">
    <SearchField
      label="Search id, reference, customer, RRN"
      width_px={300}
      value={filter.q}
      onChange={(q) => onChange({ q })}
    />
    <FilterChip
      label={labelOfDate(filter)}
      value={wordsOfRange(filter)}
      onClear={() => onChange({ range: undefined, from: undefined, to: undefined })}
    >
      {(close) => (
        <RangeEditor
          filter={filter}
          onClose={close}
          onChange={(part) => onChange({ range: undefined, from: undefined, to: undefined, ...part })}
        />
      )}
    </FilterChip>
    {CHIPS.map(([name, label]) => (
      <FilterChip key={name} label={label} value={wordsOfChoice(filter, name)} onClear={() => onChange({ [name]: [] })}>
        {() => (
          <ChoiceEditor<string>
            label={label}
            values={CHOICES[name]}
            chosen={filter[name]}
            onChange={(chosen) => onChange({ [name]: chosen })}
          />
        )}
      </FilterChip>
    ))}
    <FilterChip
      label="Amount"
      value={wordsOfAmount(filter)}
      onClear={() => onChange({ amount_min: undefined, amount_max: undefined })}
    >
      {(close) => (
        <AmountEditor
          range={filter}
          onApply={(range) => {
            onChange({ amount_min: undefined, amount_max: undefined, ...range });
            close();
          }}
        />
      )}
    </FilterChip>
    {isFiltered(filter) && (
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => onChange({ ...NO_ENDS, ...NO_FILTER, sort: filter.sort })}
      >
        Clear filters
      </Button>
    )}
  </Group>
);
