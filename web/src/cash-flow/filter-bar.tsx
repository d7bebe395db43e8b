import {
  CASH_FLOW_ACCOUNTS,
  CASH_FLOW_CATEGORIES,
  type CashFlowAccount,
  type CashFlowCategory,
} from '@dasbor/contract/cash-flow';
import { Box } from '@mantine/core';
import { ChoiceEditor } from '../list/choice-editor.tsx';
import { formatChoices } from '../list/filter-labels.ts';
import { FilterRow } from '../list/filter-row.tsx';
import { OptionChip } from '../list/option-chip.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { formatDay } from '../ui/instant.tsx';
import { PeriodPicker } from '../ui/period-picker.tsx';
import { FLOW_PERIODS, type FlowFilter, NO_FILTER, findDaysError, getDays, isFiltered } from './filter.ts';
import { formatCategory, formatAccountType } from './labels.ts';
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

const formatOption = (category: string): string => formatCategory(category as CashFlowCategory);

/** Period, account and categories. Files contain the same selection. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const t = messages().filter;
  return (
    <Box mb="md">
      <FilterRow
        label={t.label}
        pinned={<PeriodChip filter={filter} onChange={onChange} />}
        is_filtered={isFiltered(filter)}
        onClear={() => onChange(NO_FILTER)}
      >
        <OptionChip
          label={t.account}
          options={listAccounts(filter.account).map((id) => ({ id, name: formatAccountType(id) }))}
          selected={filter.account}
          is_set={filter.account !== 'settled'}
          onChange={(account = 'settled') => onChange({ account })}
        />
        <FilterChip
          label={t.category}
          value={formatChoices(filter.categories, formatOption)}
          onClear={() => onChange({ categories: [] })}
        >
          {() => (
            <ChoiceEditor
              label={t.category}
              values={CASH_FLOW_CATEGORIES}
              selected={filter.categories}
              getLabel={formatOption}
              onChange={(categories) => onChange({ categories })}
            />
          )}
        </FilterChip>
      </FilterRow>
    </Box>
  );
}

const PeriodChip = ({ filter, onChange }: FilterBarProps) => (
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
);
