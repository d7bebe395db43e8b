import type { ReactNode } from 'react';
import { FilterChip } from '../ui/filter-chip.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { AmountEditor } from './amount-editor.tsx';
import { ChoiceEditor } from './choice-editor.tsx';
import type { AnyFilter, FilterBounds, FilterForm } from './filter.ts';
import { type ChoiceGroup, formatAmountRange, formatChoices, formatRange } from './filter-labels.ts';
import { FilterRow } from './filter-row.tsx';
import { RangeEditor } from './range-editor.tsx';
import { SavedViews } from './saved-views.tsx';
import { messages } from './messages.ts';

export interface FilterBarProps<F extends FilterBounds> {
  form: FilterForm<F>;
  filter: F;
  onChange: (part: Partial<F>) => void;
  /** Name of the bar for screen readers, e.g. `Filter transactions`. */
  label: string;
  /** Columns that the search covers. */
  search_label: string;
  /** Dates that a range can filter by, with their labels; none: no filter by date. */
  dates: readonly (readonly [field: string, label: string])[];
  /** Filters by choice, in their order: name, label and values. */
  choices: readonly (readonly [name: string, label: string, values: readonly string[]])[];
  /** Labels of values by the name of the filter, where they differ from the common ones. */
  value_labels?: Record<string, (value: string) => string>;
  /** Values that can be chosen together, by the name of the filter. */
  value_groups?: Record<string, readonly ChoiceGroup[]>;
  has_amount?: boolean;
  /** Name of the list under which a user's views are saved; without it there are none. */
  saved_views_key?: string;
  /** Further chips of this list alone. */
  children?: ReactNode;
}

const NO_RANGE = { range: undefined, from: undefined, to: undefined };
const NO_AMOUNT = { amount_min: undefined, amount_max: undefined };

/** Search and filters of a list. What is set here is what its totals count and its CSV holds. */
export function FilterBar<F extends FilterBounds>(props: FilterBarProps<F>) {
  const {
    form,
    label,
    search_label,
    dates,
    choices,
    value_labels = {},
    value_groups = {},
    has_amount = true,
    saved_views_key,
    children,
  } = props;
  const t = messages().filter;
  const filter = props.filter as AnyFilter;
  const onChange = props.onChange as (part: Record<string, unknown>) => void;
  return (
    <FilterRow
      label={label}
      pinned={<SearchField label={search_label} value={filter.q} onChange={(q) => onChange({ q })} />}
      is_filtered={form.isFiltered(props.filter)}
      onClear={() => props.onChange(form.cleared(props.filter))}
    >
      {dates.length > 0 && (
        <FilterChip
          label={dates.find(([field]) => field === filter.date_field)?.[1] ?? t.date}
          value={formatRange(filter, form.getRangeZone())}
          onClear={() => onChange(NO_RANGE)}
        >
          {(close) => (
            <RangeEditor
              filter={filter}
              dates={dates}
              time_zone={form.getRangeZone()}
              onClose={close}
              onChange={(part) => onChange({ ...NO_RANGE, ...part })}
            />
          )}
        </FilterChip>
      )}
      {choices.map(([name, choice_label, values]) => (
        <FilterChip
          key={name}
          label={choice_label}
          value={formatChoices(filter[name] as string[], value_labels[name], value_groups[name])}
          onClear={() => onChange({ [name]: [] })}
        >
          {() => (
            <ChoiceEditor
              label={choice_label}
              values={values}
              selected={filter[name] as string[]}
              getLabel={value_labels[name]}
              groups={value_groups[name]}
              onChange={(selected) => onChange({ [name]: selected })}
            />
          )}
        </FilterChip>
      ))}
      {has_amount && (
        <FilterChip
          label={messages().amount.amount}
          value={formatAmountRange(filter)}
          onClear={() => onChange(NO_AMOUNT)}
        >
          {(close) => (
            <AmountEditor
              range={filter}
              onApply={(range) => {
                onChange({ ...NO_AMOUNT, ...range });
                close();
              }}
            />
          )}
        </FilterChip>
      )}
      {children}
      {saved_views_key !== undefined && <SavedViews {...props} list={saved_views_key} />}
    </FilterRow>
  );
}
