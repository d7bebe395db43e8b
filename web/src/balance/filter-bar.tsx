import { ENTRY_KINDS } from '@dasbor/contract/balance';
import { AmountEditor } from '../list/amount-editor.tsx';
import { ChoiceEditor } from '../list/choice-editor.tsx';
import { formatAmountRange, formatChoices } from '../list/filter-labels.ts';
import { FilterRow } from '../list/filter-row.tsx';
import { OptionChip } from '../list/option-chip.tsx';
import { SavedViews } from '../list/saved-views.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { formatDay } from '../ui/instant.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { formatEntryKind } from './account-labels.ts';
import { type Direction, ENTRY_FILTER, type EntryFilter, NO_FILTER, isFiltered } from './filter.ts';
import { PeriodEditor } from './period-editor.tsx';
import { DAY_PERIODS } from '../ui/day-periods.ts';
import { messages } from './messages.ts';

export interface FilterBarProps {
  filter: EntryFilter;
  onChange: (part: Partial<EntryFilter>) => void;
}

const NO_PERIOD = { period: undefined, from_day: undefined, to_day: undefined };
const DIRECTIONS: readonly Direction[] = ['credit', 'debit'];
const NO_AMOUNT = { amount_min: undefined, amount_max: undefined };

const formatBusinessDay = (day: string): string => formatDay(`${day}T05:00:00Z`);

function formatPeriod({ period, from_day, to_day }: EntryFilter): string | undefined {
  if (period !== undefined) return DAY_PERIODS.find(({ id }) => id === period)?.label;
  if (from_day !== undefined && to_day !== undefined)
    return `${formatBusinessDay(from_day)} – ${formatBusinessDay(to_day)}`;
  if (from_day !== undefined) return messages().filter.from_day(formatBusinessDay(from_day));
  return to_day === undefined ? undefined : messages().filter.to_day(formatBusinessDay(to_day));
}

/** Search and filters of the movements; statements use the same filter. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const t = messages();
  return (
    <FilterRow
      label={t.filter.label}
      pinned={
        <SearchField
          label={t.filter.search}
          width_px={240}
          value={filter.reference}
          onChange={(reference) => onChange({ reference })}
        />
      }
      is_filtered={isFiltered(filter)}
      onClear={() => onChange(NO_FILTER)}
    >
      <FilterChip label={t.filter.period} value={formatPeriod(filter)} onClear={() => onChange(NO_PERIOD)}>
        {(close) => (
          <PeriodEditor
            filter={filter}
            onApply={(part) => {
              onChange({ ...NO_PERIOD, ...part });
              close();
            }}
          />
        )}
      </FilterChip>
      <FilterChip
        label={t.columns.kind}
        value={formatChoices(filter.kind, formatEntryKind)}
        onClear={() => onChange({ kind: [] })}
      >
        {() => (
          <ChoiceEditor
            label={t.columns.kind}
            values={ENTRY_KINDS}
            selected={filter.kind}
            getLabel={formatEntryKind}
            onChange={(kind) => onChange({ kind })}
          />
        )}
      </FilterChip>
      <OptionChip
        label={t.filter.direction}
        options={DIRECTIONS.map((id) => ({ id, name: t.columns[id] }))}
        selected={filter.direction}
        onChange={(direction) => onChange({ direction })}
      />
      <FilterChip label={t.filter.amount} value={formatAmountRange(filter)} onClear={() => onChange(NO_AMOUNT)}>
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
      <SavedViews list="balance-history" form={ENTRY_FILTER} filter={filter} onChange={onChange} />
    </FilterRow>
  );
}
