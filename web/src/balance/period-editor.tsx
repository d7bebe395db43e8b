import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EntryFilter } from './filter.ts';
import { DAY_PERIODS } from '../ui/day-periods.ts';
import { toDays } from './periods.ts';
import { messages } from './messages.ts';

type PeriodPart = Pick<EntryFilter, 'period' | 'from_day' | 'to_day'>;

/** A named period, or a range of days in Jakarta time. */
export function PeriodEditor({ filter, onApply }: { filter: PeriodPart; onApply: (part: PeriodPart) => void }) {
  const [shown] = useState(() => (filter.period === undefined ? filter : toDays(filter.period, new Date())));
  const [from, setFrom] = useState(shown.from_day ?? '');
  const [to, setTo] = useState(shown.to_day ?? '');
  const t = messages().filter;
  const is_reversed = from !== '' && to !== '' && to < from;
  return (
    <Stack gap="sm" w={290}>
      <Group gap={6}>
        {DAY_PERIODS.map(({ id, label }) => (
          <Button
            key={id}
            size="compact-sm"
            variant={filter.period === id ? 'filled' : 'default'}
            aria-pressed={filter.period === id}
            onClick={() => onApply({ period: id })}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Divider />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!is_reversed) onApply({ from_day: from || undefined, to_day: to || undefined });
        }}
      >
        <Stack gap="xs">
          <TextInput
            type="date"
            label={t.first_day}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput type="date" label={t.last_day} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
          {is_reversed && (
            <Text c="var(--mantine-color-error)" fz="xs" role="alert">
              {t.reversed}
            </Text>
          )}
          <Button type="submit" variant="default" disabled={is_reversed || (from === '' && to === '')}>
            {t.apply_period}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
