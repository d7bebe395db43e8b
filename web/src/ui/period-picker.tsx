import type { TimeZone } from '@dasbor/contract/time';
import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DateField } from './date-field.tsx';
import { messages } from './messages.ts';

/** Values of date fields; empty for an open end. */
export interface PeriodBounds {
  from: string;
  to: string;
}

export interface PeriodPickerProps<Id extends string> {
  presets: readonly { id: Id; label: string }[];
  /** The preset that applies; none while the period is a custom one. */
  selected: Id | null | undefined;
  /** Initial values of the fields. */
  ends: PeriodBounds;
  /** The ends are minutes instead of business days. */
  with_time?: boolean;
  /** Zone of minutes; the user's by default. */
  time_zone?: TimeZone;
  /** Last day that can be picked. */
  max?: string;
  /** The error of a custom period; null when it is valid. */
  validate: (ends: PeriodBounds) => string | null;
  onPreset: (id: Id) => void;
  onApply: (ends: PeriodBounds) => void;
}

/** A named period, or a custom one. Stands in a popover. */
export function PeriodPicker<Id extends string>(props: PeriodPickerProps<Id>) {
  const { presets, selected, onPreset } = props;
  return (
    <Stack gap="sm" w={300} maw="100%">
      <Group gap={6}>
        {presets.map(({ id, label }) => (
          <Button
            key={id}
            size="compact-sm"
            variant={selected === id ? 'filled' : 'default'}
            aria-pressed={selected === id}
            onClick={() => onPreset(id)}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Divider />
      <CustomPeriod {...props} />
    </Stack>
  );
}

type CustomPeriodProps = Pick<
  PeriodPickerProps<string>,
  'ends' | 'with_time' | 'time_zone' | 'max' | 'validate' | 'onApply'
>;

function CustomPeriod({ ends: shown, with_time = false, time_zone, max, validate, onApply }: CustomPeriodProps) {
  const t = messages().period;
  const [ends, setEnds] = useState(shown);
  const [is_submitted, setSubmitted] = useState(false);
  const error = validate(ends);
  const field = {
    with_time,
    is_in_popover: true,
    ...(time_zone === undefined ? {} : { time_zone }),
    ...(max === undefined ? {} : { max }),
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (error === null) onApply(ends);
      }}
    >
      <Stack gap="xs">
        <Group grow={!with_time} gap="xs" align="start">
          <DateField
            {...field}
            label={with_time ? t.from : t.first_day}
            value={ends.from}
            onChange={(from) => setEnds({ ...ends, from })}
          />
          <DateField
            {...field}
            label={with_time ? t.to : t.last_day}
            value={ends.to}
            onChange={(to) => setEnds({ ...ends, to })}
          />
        </Group>
        {is_submitted && error !== null && (
          <Text c="var(--mantine-color-error)" fz="xs" role="alert">
            {error}
          </Text>
        )}
        <Button type="submit" variant="default">
          {t.apply}
        </Button>
      </Stack>
    </form>
  );
}
