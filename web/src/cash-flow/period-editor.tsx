import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Days, FLOW_PERIODS, type FlowFilter, findDaysError } from './filter.ts';

export interface PeriodEditorProps {
  period: FlowFilter['period'];
  /** The days that are shown now. */
  shown: Days;
  onApply: (part: Pick<FlowFilter, 'period' | 'days'>) => void;
}

/** A period by name, or from one business day to another. */
export function PeriodEditor({ period, shown, onApply }: PeriodEditorProps) {
  const [days, setDays] = useState<Days>(shown);
  const [is_touched, setTouched] = useState(false);
  const fault = findDaysError(days);
  return (
    <Stack gap="sm" w={300}>
      <Group gap={6}>
        {FLOW_PERIODS.map(({ id, label }) => (
          <Button
            key={id}
            size="compact-sm"
            variant={period === id ? 'filled' : 'default'}
            aria-pressed={period === id}
            onClick={() => onApply({ period: id, days: null })}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Divider />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTouched(true);
          if (fault === null) onApply({ period: null, days });
        }}
      >
        <Stack gap="xs">
          <Group grow gap="xs">
            <TextInput
              type="date"
              label="First day (WIB)"
              value={days.from}
              onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label="Last day (WIB)"
              value={days.to}
              onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
            />
          </Group>
          {is_touched && fault !== null && (
            <Text c="var(--mantine-color-error)" fz="xs" role="alert">
              {fault}
            </Text>
          )}
          <Button type="submit" variant="default">
            Apply period
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
