import {
  CASH_FLOW_ACCOUNTS,
  CASH_FLOW_CATEGORIES,
  type CashFlowAccount,
  type CashFlowCategory,
} from '@dasbor/contract/cash-flow';
import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { FilterChip } from '../ui/filter-chip.tsx';
import { formatDay } from '../ui/instant.tsx';
import { PeriodPicker } from '../ui/period-picker.tsx';
import { FLOW_PERIODS, type FlowFilter, NO_FILTER, findDaysError, getDays, isFiltered } from './filter.ts';
import { categoryLabel, accountLabel } from './labels.ts';
import { messages } from './messages.ts';

export interface FilterBarProps {
  filter: FlowFilter;
  onChange: (part: Partial<FlowFilter>) => void;
}

/** Accounts of the provider's bookkeeping: merchants do not select them, but links to them still work. */
const INTERNAL_ACCOUNTS: readonly CashFlowAccount[] = ['provider_receivable', 'suspense', 'rounding'];
const listAccounts = (selected: CashFlowAccount): readonly CashFlowAccount[] =>
  CASH_FLOW_ACCOUNTS.filter((account) => account === selected || !INTERNAL_ACCOUNTS.includes(account));

const formatPeriod = ({ period, days }: FlowFilter): string | undefined =>
  days === null
    ? FLOW_PERIODS.find(({ id }) => id === period)?.label
    : `${formatDay(days.from)} – ${formatDay(days.to)}`;

function formatCategories({ categories }: FlowFilter): string | undefined {
  if (categories.length === 0) return undefined;
  return categories.length > 2
    ? messages().filter.selected(categories.length)
    : categories.map((category) => categoryLabel(category)).join(', ');
}

/** Period, account and categories. Files contain the same selection. */
export const FilterBar = ({ filter, onChange }: FilterBarProps) => (
  <Group gap={8} role="search" aria-label={messages().filter.label} mb="md">
    <FilterChip
      label={messages().filter.period}
      value={formatPeriod(filter)}
      onClear={() => onChange({ period: '30d', days: null })}
    >
      {(close) => (
        <PeriodPicker
          presets={FLOW_PERIODS}
          selected={filter.period}
          ends={getDays(filter)}
          validate={(ends) => findDaysError(ends)}
          onPreset={(period) => {
            onChange({ period, days: null });
            close();
          }}
          onApply={(days) => {
            onChange({ period: null, days });
            close();
          }}
        />
      )}
    </FilterChip>
    <FilterChip
      label={messages().filter.account}
      value={filter.account === 'settled' ? undefined : accountLabel(filter.account)}
      onClear={() => onChange({ account: 'settled' })}
    >
      {(close) => (
        <Radio.Group
          aria-label={messages().filter.account}
          value={filter.account}
          onChange={(account) => {
            onChange({ account: account as FlowFilter['account'] });
            close();
          }}
        >
          <Stack gap={8} miw={200} mah={340} p={2} style={{ overflowY: 'auto' }}>
            {listAccounts(filter.account).map((account) => (
              <Radio key={account} size="sm" value={account} label={accountLabel(account)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FilterChip>
    <FilterChip
      label={messages().filter.category}
      value={formatCategories(filter)}
      onClear={() => onChange({ categories: [] })}
    >
      {() => (
        <Checkbox.Group
          aria-label={messages().filter.category}
          value={filter.categories}
          onChange={(categories) => onChange({ categories: categories as CashFlowCategory[] })}
        >
          <Stack gap={8} miw={180}>
            {CASH_FLOW_CATEGORIES.map((category) => (
              <Checkbox key={category} size="sm" value={category} label={categoryLabel(category)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </FilterChip>
    {isFiltered(filter) && (
      <Button variant="subtle" size="compact-sm" onClick={() => onChange(NO_FILTER)}>
        {messages().clear_filters}
      </Button>
    )}
  </Group>
);
