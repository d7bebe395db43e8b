import { Button, Divider, Group, Popover, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { DAY_PERIODS } from '../ui/day-periods.ts';
import { type Days, type Period, validateDays, formatPeriod } from './period.ts';

export interface PeriodControlProps {
  period: Period;
  today: string;
  onChange: (part: Partial<Period>) => void;
}

/** Which days are shown, and whether the previous period stands beside them. */
export function PeriodControl({ period, today, onChange }: PeriodControlProps) {
  const [opened, { toggle, close, open }] = useDisclosure(false);
  return (
    <Group gap="md">
      <Switch
        size="sm"
        label="Compare"
        aria-label="Compare with the previous period"
        checked={period.is_compared}
        onChange={(event) => onChange({ is_compared: event.currentTarget.checked })}
      />
      <Popover
        opened={opened}
        onChange={(next) => (next ? open() : close())}
        position="bottom-end"
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconCalendar size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            onClick={toggle}
          >
            {formatPeriod(period)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm" w={276}>
            <Group gap={6}>
              {DAY_PERIODS.map(({ id, label }) => (
                <Button
                  key={id}
                  size="compact-sm"
                  variant={period.preset === id ? 'filled' : 'default'}
                  aria-pressed={period.preset === id}
                  onClick={() => {
                    onChange({ preset: id });
                    close();
                  }}
                >
                  {label}
                </Button>
              ))}
            </Group>
            <Divider />
            <CustomDays
              days={period}
              today={today}
              onApply={(days) => {
                onChange({ ...days, preset: undefined } as Partial<Period>);
                close();
              }}
            />
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

function CustomDays(props: { days: Days; today: string; onApply: (days: Days) => void }) {
  const { today, onApply } = props;
  const [days, setDays] = useState<Days>({ first: props.days.first, last: props.days.last });
  const [is_touched, setTouched] = useState(false);
  const fault = validateDays(days, today);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setTouched(true);
        if (fault === null) onApply(days);
      }}
    >
      <Stack gap="xs">
        <Group grow gap="xs">
          <TextInput
            type="date"
            label="First day"
            max={today}
            value={days.first}
            onChange={(event) => setDays({ ...days, first: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="Last day"
            max={today}
            value={days.last}
            onChange={(event) => setDays({ ...days, last: event.currentTarget.value })}
          />
        </Group>
        {is_touched && fault !== null && (
          <Text c="var(--mantine-color-error)" fz="xs" role="alert">
            {fault}
          </Text>
        )}
        <Button type="submit" variant="default">
          Apply
        </Button>
      </Stack>
    </form>
  );
}
