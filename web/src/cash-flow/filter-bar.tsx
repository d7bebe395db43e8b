import type { AccountType } from '@dasbor/contract/balance';
import { CASH_FLOW_ACCOUNTS, CASH_FLOW_CATEGORIES, type CashFlowCategory } from '@dasbor/contract/cash-flow';
import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { FilterChip } from '../ui/filter-chip.tsx';
import { FLOW_PERIODS, type FlowFilter, NO_FILTER, getDays, isFiltered } from './filter.ts';
import { PeriodEditor } from './period-editor.tsx';
import { categoryLabel, accountLabel, formatBusinessDay } from './labels.ts';

export interface FilterBarProps {
  filter: FlowFilter;
  onChange: (part: Partial<FlowFilter>) => void;
  nameOfAccount: (type: AccountType) => string;
}

const wordsOfPeriod = ({ period, days }: FlowFilter): string | undefined =>
  days === null
    ? FLOW_PERIODS.find(({ id }) => id === period)?.label
    : `${formatBusinessDay(days.from)} – ${formatBusinessDay(days.to)}`;

function wordsOfCategories({ categories }: FlowFilter): string | undefined {
  if (categories.length === 0) return undefined;
  return categories.length > 2
    ? `${categories.length} chosen`
    : categories.map((category) => categoryLabel[category]).join(', ');
}

/** Which days, whose money, which categories. What is set here is what the files hold. */
export const FilterBar = ({ filter, onChange, nameOfAccount }: FilterBarProps) => (
  <Group gap={8} role="search" aria-label="Filter cash flow" mb="md">
    <FilterChip label="Period" value={wordsOfPeriod(filter)} onClear={() => onChange({ period: '30d', days: null })}>
      {(close) => (
        <PeriodEditor
          period={filter.period}
          shown={getDays(filter)}
          onApply={(part) => {
            onChange(part);
            close();
          }}
        />
      )}
    </FilterChip>
    <FilterChip
      label="Account"
      value={filter.account === 'settled' ? undefined : nameOfAccount(filter.account)}
      onClear={() => onChange({ account: 'settled' })}
    >
      {(close) => (
        <Radio.Group
          aria-label="Account"
          value={filter.account}
          onChange={(account) => {
            onChange({ account: account as FlowFilter['account'] });
            close();
          }}
        >
          <Stack gap={8} miw={200} mah={340} p={2} style={{ overflowY: 'auto' }}>
            {CASH_FLOW_ACCOUNTS.map((account) => (
              <Radio key={account} size="sm" value={account} label={accountLabel(account, nameOfAccount)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FilterChip>
    <FilterChip label="Category" value={wordsOfCategories(filter)} onClear={() => onChange({ categories: [] })}>
      {() => (
        <Checkbox.Group
          aria-label="Category"
          value={filter.categories}
          onChange={(categories) => onChange({ categories: categories as CashFlowCategory[] })}
        >
          <Stack gap={8} miw={180}>
            {CASH_FLOW_CATEGORIES.map((category) => (
              <Checkbox key={category} size="sm" value={category} label={categoryLabel[category]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </FilterChip>
    {isFiltered(filter) && (
      <Button variant="subtle" size="compact-sm" onClick={() => onChange(NO_FILTER)}>
        Clear filters
      </Button>
    )}
  </Group>
);
