import type { TimeZone } from '@dasbor/contract/time';
import { SegmentedControl, Stack } from '@mantine/core';
import { type PeriodBounds, PeriodPicker } from '../ui/period-picker.tsx';
import { currentTimeZone } from '../ui/time-zone.ts';
import type { FilterBounds } from './filter.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';
import { RANGE_PRESETS, type Range, validateRange, resolvePreset, resetStableRange } from './range-presets.ts';
import { messages } from './messages.ts';

type RangePart = Pick<FilterBounds, 'range' | 'from' | 'to'> & { date_field: string };

export interface RangeEditorProps {
  filter: RangePart;
  /** Dates that the range can filter by, with their labels; a single one needs no choice. */
  dates: readonly (readonly [field: string, label: string])[];
  /** Zone of the range; the user's by default. */
  time_zone?: TimeZone;
  onChange: (part: RangePart) => void;
  onClose: () => void;
}

/** A named range, or a custom one by the minute. */
export function RangeEditor({ filter, dates, time_zone = currentTimeZone(), onChange, onClose }: RangeEditorProps) {
  const { date_field, range, from, to } = filter;
  const shown = range === undefined ? filter : resolvePreset(range, undefined, time_zone);
  return (
    <Stack gap="sm" w={300} maw="100%">
      {dates.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={messages().range.date_field}
          data={dates.map(([value, label]) => ({ value, label }))}
          value={date_field}
          onChange={(value) => onChange({ range, from, to, date_field: value })}
        />
      )}
      <PeriodPicker
        presets={RANGE_PRESETS}
        selected={range}
        ends={{ from: toLocalTime(shown.from, time_zone), to: toLocalTime(shown.to, time_zone) }}
        with_time
        time_zone={time_zone}
        validate={(ends) => validateRange(toRange(ends, time_zone))}
        onPreset={(preset) => {
          resetStableRange(preset);
          onChange({ date_field, range: preset });
          onClose();
        }}
        onApply={(ends) => {
          onChange({ date_field, ...toRange(ends, time_zone) });
          onClose();
        }}
      />
    </Stack>
  );
}

const toRange = ({ from, to }: PeriodBounds, zone: TimeZone): Range => {
  const [start, end] = [fromLocalTime(from, zone), fromLocalTime(to, zone)];
  return { ...(start === undefined ? {} : { from: start }), ...(end === undefined ? {} : { to: end }) };
};
