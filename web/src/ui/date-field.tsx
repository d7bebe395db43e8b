import { TIME_ZONE, TIME_ZONE_NAMES, type TimeZone, toZonedDay } from '@dasbor/contract/time';
import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, lazy, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNow } from './clock.ts';
import { formatDateText, parseDateText } from './date-text.ts';
import { currentLanguage } from './define-messages.ts';
import { type FieldProps, fieldLabel, useTouched } from './field-label.tsx';
import { messages } from './messages.ts';
import { useInnerPopover } from './nested-popover.ts';
import { currentTimeZone } from './time-zone.ts';

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

export interface DateFieldProps extends FieldProps {
  name?: string;
  /** Business day, `2026-11-22`, or minute in the zone, `2026-11-22T14:05`; empty while there is none. */
  value: string;
  onChange: (value: string) => void;
  /** The value has a time. */
  with_time?: boolean;
  /** Zone of a time, which the label names; the user's by default. */
  time_zone?: TimeZone;
  /** First and last day that the calendar offers. */
  min?: string;
  max?: string;
  /** Stands in a popover, which would close at a click into a calendar outside it. */
  is_in_popover?: boolean;
  data_autofocus?: boolean;
}

/** A day, or a minute, typed in the format of the user's language or picked from a calendar. */
export function DateField(props: DateFieldProps) {
  const { required, name, value, with_time = false, time_zone = currentTimeZone(), description, disabled } = props;
  const zone_name = TIME_ZONE_NAMES[time_zone];
  const label = with_time ? `${props.label} (${zone_name})` : props.label;
  const t = messages().date;
  const language = currentLanguage();
  const today = toZonedDay(useNow(60_000), with_time ? time_zone : TIME_ZONE);
  // What was typed stays until the field is left, also while it is no date.
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null);
  const is_typed = typed !== null && typed.value === value;
  const is_unreadable = is_typed && value === '' && typed.text.trim() !== '';
  const example = formatDateText(with_time ? `${today}T14:05` : today, language);
  const { error, onLeave } = useTouched({
    error: is_unreadable ? t.unreadable(example) : props.error,
    ...(is_unreadable || props.touched === undefined ? {} : { touched: props.touched }),
  });
  const input = useRef<HTMLInputElement>(null);
  const refuse = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onLeave();
    input.current?.focus();
  });
  // Text that is no date has no value: a form in which the day is optional would be sent without it.
  useEffect(() => {
    const form = input.current?.form;
    if (!is_unreadable || !form) return undefined;
    form.addEventListener('submit', refuse, { capture: true });
    return () => form.removeEventListener('submit', refuse, { capture: true });
  }, [is_unreadable]);
  const change = (text: string) => {
    const next = parseDateText(text, { with_time, today, zone_name }) ?? '';
    setTyped({ text, value: next });
    props.onChange(next);
  };
  const pick = (day: string) => {
    setTyped(null);
    props.onChange(with_time ? `${day}T${value.split('T')[1] ?? '00:00'}` : day);
  };
  return (
    <TextInput
      ref={input}
      name={name}
      label={fieldLabel({ label, required })}
      aria-required={required}
      description={description}
      disabled={disabled}
      error={error}
      placeholder={t.example(example)}
      autoComplete="off"
      data-autofocus={props.data_autofocus || undefined}
      rightSection={<CalendarButton {...props} label={label} day={value.slice(0, 10)} onPick={pick} />}
      value={is_typed ? typed.text : formatDateText(value, language)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => {
        onLeave();
        if (!is_unreadable) setTyped(null);
      }}
    />
  );
}

type CalendarButtonProps = Pick<DateFieldProps, 'label' | 'min' | 'max' | 'disabled' | 'is_in_popover'> & {
  day: string;
  onPick: (day: string) => void;
};

function CalendarButton({
  label,
  day,
  min,
  max,
  disabled = false,
  is_in_popover = false,
  onPick,
}: CalendarButtonProps) {
  const [opened, { toggle, close, open }] = useInnerPopover();
  return (
    <Popover
      opened={opened}
      onChange={(next) => (next ? open() : close())}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={!is_in_popover}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          disabled={disabled}
          aria-label={messages().date.open(label)}
          onClick={toggle}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Skeleton w={224} h={246} />}>
          <Calendar
            day={day}
            min={min}
            max={max}
            onPick={(picked) => {
              onPick(picked);
              close();
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
