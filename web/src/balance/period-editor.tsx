import { useState } from 'react';
import { DAY_PERIODS } from '../ui/day-periods.ts';
import { messages as sharedMessages } from '../ui/messages.ts';
import { type PeriodBounds, PeriodPicker } from '../ui/period-picker.tsx';
import type { EntryFilter } from './filter.ts';
import { resolvePeriod } from './periods.ts';

type PeriodPart = Pick<EntryFilter, 'period' | 'from_day' | 'to_day'>;

/** One of the days can be open. */
function validate({ from, to }: PeriodBounds): string | null {
  const t = sharedMessages().period;
  if (from === '' && to === '') return t.missing;
  return from !== '' && to !== '' && to < from ? t.reversed_days : null;
}

/** A named period, or a range of days in Jakarta time. */
export function PeriodEditor({ filter, onApply }: { filter: PeriodPart; onApply: (part: PeriodPart) => void }) {
  const [shown] = useState(() => (filter.period === undefined ? filter : resolvePeriod(filter.period, new Date())));
  return (
    <PeriodPicker
      presets={DAY_PERIODS}
      selected={filter.period}
      ends={{ from: shown.from_day ?? '', to: shown.to_day ?? '' }}
      validate={validate}
      onPreset={(period) => onApply({ period })}
      onApply={({ from, to }) => onApply({ from_day: from || undefined, to_day: to || undefined })}
    />
  );
}
