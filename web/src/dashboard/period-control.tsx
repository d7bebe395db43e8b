import { Button, Divider, Group, Popover, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { DAY_PERIODS } from '../ui/day-periods.ts';
import { type Days, type Period, validateDays, formatPeriod } from './period.ts';
import { messages } from './messages.ts';

export interface PeriodControlProps {
  period: Period;
  today: string;
  onChange: (part: Partial<Period>) => void;
}

/** Selects the period and the comparison with the previous one. */
export function PeriodControl({ period, today, onChange }: PeriodControlProps) {
  const t = messages().period;
  const [opened, { toggle, close, open }] = useDisclosure(false);
  return (
    <Group gap="md">
      <Switch
        size="sm"
        label={t.compare}
        aria-label={t.compare_label}
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
  const t = messages().period;
  const [days, setDays] = useState<Days>({ first: props.days.first, last: props.days.last });
  const [is_touched, setTouched] = useState(false);
  const error = validateDays(days, today);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setTouched(true);
        if (error === null) onApply(days);
      }}
    >
      <Stack gap="xs">
        <Group grow gap="xs">
          <TextInput
            type="date"
            label={t.first}
            max={today}
            value={days.first}
            onChange={(event) => setDays({ ...days, first: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t.last}
            max={today}
            value={days.last}
            onChange={(event) => setDays({ ...days, last: event.currentTarget.value })}
          />
        </Group>
        {is_touched && error !== null && (
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
