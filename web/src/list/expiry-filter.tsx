import * as duration from '@dasbor/contract/duration';
import { Button, Group, Stack } from '@mantine/core';
import { FilterChip } from '../ui/filter-chip.tsx';
import { formatRange } from './filter-labels.ts';
import { messages } from './messages.ts';
import { RangeEditor } from './range-editor.tsx';
import { resolvePreset } from './range-presets.ts';

/** Ranges in the future, besides the ranges in the past. */
const UPCOMING = [
  { name: 'next_24_hours', hours: 24 },
  { name: 'next_7_days', hours: 168 },
] as const;

const comingHours = (hours: number, now: Date) => ({
  expires_from: now.toISOString(),
  expires_to: new Date(now.getTime() + duration.hours(hours)).toISOString(),
});

interface Expiry {
  expires_from: string;
  expires_to: string;
}

interface ExpiryFilterProps {
  label: string;
  filter: Expiry;
  onChange: (part: Expiry) => void;
}

/** Filters by expiry, independently of the creation date. */
export function ExpiryFilter({ label, filter, onChange }: ExpiryFilterProps) {
  const t = messages().range;
  const ends = {
    date_field: 'expires_at',
    from: filter.expires_from || undefined,
    to: filter.expires_to || undefined,
  };
  return (
    <FilterChip label={label} value={formatRange(ends)} onClear={() => onChange({ expires_from: '', expires_to: '' })}>
      {(close) => (
        <Stack gap="sm">
          <Group gap={6}>
            {UPCOMING.map(({ name, hours }) => (
              <Button
                key={name}
                size="compact-sm"
                variant="default"
                onClick={() => {
                  onChange(comingHours(hours, new Date()));
                  close();
                }}
              >
                {t[name]}
              </Button>
            ))}
          </Group>
          <RangeEditor
            filter={ends}
            dates={[['expires_at', label]]}
            onClose={close}
            onChange={({ range, from, to }) => {
              const chosen = range === undefined ? { from, to } : resolvePreset(range);
              onChange({ expires_from: chosen.from ?? '', expires_to: chosen.to ?? '' });
            }}
          />
        </Stack>
      )}
    </FilterChip>
  );
}
