/** The calendar of a date field. Loaded when it is opened: its library is larger than most screens. */
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/id';
import { currentLanguage } from './define-messages.ts';
import { messages } from './messages.ts';

export interface CalendarProps {
  /** `2026-11-22`, or empty. */
  day: string;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string) => void;
}

export function Calendar({ day, min, max, onPick }: CalendarProps) {
  const t = messages().date;
  return (
    <DatePicker
      locale={currentLanguage()}
      size="xs"
      value={day === '' ? null : day}
      {...(day === '' ? {} : { defaultDate: day })}
      {...(min === undefined ? {} : { minDate: min })}
      {...(max === undefined ? {} : { maxDate: max })}
      ariaLabels={{
        previousMonth: t.previous_month,
        nextMonth: t.next_month,
        monthLevelControl: t.choose_month,
        previousYear: t.previous_year,
        nextYear: t.next_year,
        yearLevelControl: t.choose_year,
        previousDecade: t.previous_decade,
        nextDecade: t.next_decade,
      }}
      onChange={(picked) => picked !== null && onPick(picked)}
    />
  );
}
