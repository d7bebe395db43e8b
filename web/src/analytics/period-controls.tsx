import { ANALYTICS_INTERVALS } from '@dasbor/contract/analytics';
import { Switch } from '@mantine/core';
import { OptionChip } from '../list/option-chip.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { PeriodPicker } from '../ui/period-picker.tsx';
import { type AnalyticsState, PERIODS, formatPeriod, validateDays } from './filter.ts';
import { messages } from './messages.ts';

export interface PeriodControlsProps {
  state: AnalyticsState;
  today: string;
  onChange: (part: Partial<AnalyticsState>) => void;
}

export function PeriodChip({ state, today, onChange }: PeriodControlsProps) {
  const t = messages().period;
  const { preset, first, last } = state;
  return (
    <FilterChip label={t.label} value={formatPeriod(state)} onClear={() => onChange({ preset: '30d' })}>
      {(close) => (
        <PeriodPicker
          presets={PERIODS}
          selected={preset}
          ends={{ from: first, to: last }}
          max={today}
          validate={({ from, to }) => validateDays({ first: from, last: to }, today)}
          onPreset={(next) => {
            onChange({ preset: next });
            close();
          }}
          onApply={({ from, to }) => {
            onChange({ first: from, last: to, preset: undefined });
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

export function IntervalChip({ state: { interval }, onChange }: Pick<PeriodControlsProps, 'state' | 'onChange'>) {
  const t = messages().period;
  return (
    <OptionChip
      label={t.interval}
      options={[{ id: '', name: t.automatic }, ...ANALYTICS_INTERVALS.map((id) => ({ id, name: t.intervals[id] }))]}
      selected={interval ?? ''}
      is_set={interval !== undefined}
      onChange={(next) => onChange({ interval: next === '' ? undefined : next })}
    />
  );
}

export const CompareSwitch = ({ state, onChange }: Pick<PeriodControlsProps, 'state' | 'onChange'>) => (
  <Switch
    size="sm"
    label={messages().period.compare}
    aria-label={messages().period.compare_label}
    checked={state.is_compared}
    onChange={(event) => onChange({ is_compared: event.currentTarget.checked })}
  />
);
