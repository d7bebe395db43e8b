import { ANALYTICS_INTERVALS, type AnalyticsInterval } from '@dasbor/contract/analytics';
import { Radio, Stack, Switch } from '@mantine/core';
import { FilterChip } from '../ui/filter-chip.tsx';
import { PeriodPicker } from '../ui/period-picker.tsx';
import { type AnalyticsState, PERIODS, formatPeriod, validateDays } from './filter.ts';
import { messages } from './messages.ts';

export interface PeriodControlsProps {
  state: AnalyticsState;
  today: string;
  onChange: (part: Partial<AnalyticsState>) => void;
}

/** Period and interval; the comparison is a switch of its own. */
export function PeriodControls({ state, today, onChange }: PeriodControlsProps) {
  const t = messages().period;
  const { preset, first, last, interval } = state;
  return (
    <>
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
      <FilterChip
        label={t.interval}
        value={interval === undefined ? undefined : t.intervals[interval]}
        onClear={() => onChange({ interval: undefined })}
      >
        {(close) => (
          <Radio.Group
            aria-label={t.interval}
            value={interval ?? ''}
            onChange={(next) => {
              onChange({ interval: next === '' ? undefined : (next as AnalyticsInterval) });
              close();
            }}
          >
            <Stack gap={8} miw={140}>
              <Radio size="sm" value="" label={t.automatic} />
              {ANALYTICS_INTERVALS.map((each) => (
                <Radio key={each} size="sm" value={each} label={t.intervals[each]} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </FilterChip>
    </>
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
