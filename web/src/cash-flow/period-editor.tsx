import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Days, FLOW_PERIODS, type FlowFilter, findDaysError } from './filter.ts';
import { messages } from './messages.ts';

export interface PeriodEditorProps {
  period: FlowFilter['period'];
  /** The displayed days. */
  shown: Days;
  onApply: (part: Pick<FlowFilter, 'period' | 'days'>) => void;
}

/** A named period, or a first and a last day. */
export function PeriodEditor({ period, shown, onApply }: PeriodEditorProps) {
  const [days, setDays] = useState<Days>(shown);
  const [is_touched, setTouched] = useState(false);
  const error = findDaysError(days);
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
          if (error === null) onApply({ period: null, days });
        }}
      >
        <Stack gap="xs">
          <Group grow gap="xs">
            <TextInput
              type="date"
              label={messages().filter.first_day}
              value={days.from}
              onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label={messages().filter.last_day}
              value={days.to}
              onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
            />
          </Group>
          {is_touched && error !== null && (
            <Text c="var(--mantine-color-error)" fz="xs" role="alert">
              {error}
            </Text>
          )}
          <Button type="submit" variant="default">
            {messages().filter.apply}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
