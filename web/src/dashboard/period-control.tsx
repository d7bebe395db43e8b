import { Button, Group, Popover, Switch } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { DAY_PERIODS } from '../ui/day-periods.ts';
import { OuterPopover, useOuterPopover } from '../ui/nested-popover.ts';
import { PeriodPicker } from '../ui/period-picker.tsx';
import { type Period, validateDays, formatPeriod } from './period.ts';
import { messages } from './messages.ts';

export interface PeriodControlProps {
  period: Period;
  today: string;
  onChange: (part: Partial<Period>) => void;
}

/** Selects the period and the comparison with the previous one. */
export function PeriodControl({ period, today, onChange }: PeriodControlProps) {
  const t = messages().period;
  const { popover, toggle, close, setInner } = useOuterPopover();
  return (
    <Group gap="md">
      <Switch
        size="sm"
        label={t.compare}
        aria-label={t.compare_label}
        checked={period.is_compared}
        onChange={(event) => onChange({ is_compared: event.currentTarget.checked })}
      />
      <Popover {...popover} position="bottom-end" shadow="md" trapFocus returnFocus>
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
          <OuterPopover value={setInner}>
            <PeriodPicker
              presets={DAY_PERIODS}
              selected={period.preset}
              ends={{ from: period.first, to: period.last }}
              max={today}
              validate={({ from, to }) => validateDays({ first: from, last: to }, today)}
              onPreset={(preset) => {
                onChange({ preset });
                close();
              }}
              onApply={({ from, to }) => {
                onChange({ first: from, last: to, preset: undefined } as Partial<Period>);
                close();
              }}
            />
          </OuterPopover>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
