import { ENTRY_KINDS } from '@dasbor/contract/balance';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { formatRupiah } from '../ui/amount.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { formatDay } from '../ui/instant.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { kindLabel } from './account-labels.ts';
import { AmountEditor } from './amount-editor.tsx';
import { type EntryFilter, NO_FILTER, isFiltered } from './filter.ts';
import { PeriodEditor } from './period-editor.tsx';
import { DAY_PERIODS } from '../ui/day-periods.ts';
import { messages } from './messages.ts';

export interface FilterBarProps {
  filter: EntryFilter;
  onChange: (part: Partial<EntryFilter>) => void;
}

const NO_PERIOD = { period: undefined, from_day: undefined, to_day: undefined };
const NO_AMOUNT = { amount_min: undefined, amount_max: undefined };

const formatBusinessDay = (day: string): string => formatDay(`${day}T05:00:00Z`);

function formatPeriod({ period, from_day, to_day }: EntryFilter): string | undefined {
  if (period !== undefined) return DAY_PERIODS.find(({ id }) => id === period)?.label;
  if (from_day !== undefined && to_day !== undefined)
    return `${formatBusinessDay(from_day)} – ${formatBusinessDay(to_day)}`;
  if (from_day !== undefined) return messages().filter.from_day(formatBusinessDay(from_day));
  return to_day === undefined ? undefined : messages().filter.to_day(formatBusinessDay(to_day));
}

function formatAmountRange({ amount_min: min, amount_max: max }: EntryFilter): string | undefined {
  if (min !== undefined && max !== undefined) return `${formatRupiah(min)} – ${formatRupiah(max)}`;
  if (min !== undefined) return `≥ ${formatRupiah(min)}`;
  return max === undefined ? undefined : `≤ ${formatRupiah(max)}`;
}

function formatKinds({ kind }: EntryFilter): string | undefined {
  if (kind.length === 0) return undefined;
  return kind.length > 2 ? messages().filter.selected(kind.length) : kind.map(kindLabel).join(', ');
}

/** Search and filters of the movements; statements use the same filter. */
export const FilterBar = ({ filter, onChange }: FilterBarProps) => (
  <Group gap={8} role="search" aria-label={messages().filter.label}>
    <SearchField
      label={messages().filter.search}
      width_px={240}
      value={filter.reference}
      onChange={(reference) => onChange({ reference })}
    />
    <FilterChip label={messages().filter.period} value={formatPeriod(filter)} onClear={() => onChange(NO_PERIOD)}>
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
    <FilterChip label={messages().columns.kind} value={formatKinds(filter)} onClear={() => onChange({ kind: [] })}>
      {() => (
        <Checkbox.Group
          aria-label={messages().columns.kind}
          value={filter.kind}
          onChange={(kind) => onChange({ kind })}
        >
          <Stack gap={8} miw={180} mah={320} style={{ overflowY: 'auto' }}>
            {ENTRY_KINDS.map((kind) => (
              <Checkbox key={kind} size="sm" value={kind} label={kindLabel(kind)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </FilterChip>
    <FilterChip
      label={messages().filter.direction}
      value={filter.direction && messages().columns[filter.direction]}
      onClear={() => onChange({ direction: undefined })}
    >
      {(close) => (
        <Group gap={6}>
          {(['credit', 'debit'] as const).map((direction) => (
            <Button
              key={direction}
              size="compact-sm"
              variant={filter.direction === direction ? 'filled' : 'default'}
              aria-pressed={filter.direction === direction}
              onClick={() => {
                onChange({ direction });
                close();
              }}
            >
              {messages().columns[direction]}
            </Button>
          ))}
        </Group>
      )}
    </FilterChip>
    <FilterChip label={messages().filter.amount} value={formatAmountRange(filter)} onClear={() => onChange(NO_AMOUNT)}>
      {(close) => (
        <AmountEditor
          filter={filter}
          onApply={(part) => {
            onChange(part);
            close();
          }}
        />
      )}
    </FilterChip>
    {isFiltered(filter) && (
      <Button variant="subtle" size="compact-sm" onClick={() => onChange(NO_FILTER)}>
        {messages().clear}
      </Button>
    )}
  </Group>
);
