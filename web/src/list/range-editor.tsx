import { Button, Divider, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FilterEnds } from './filter.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';
import { RANGE_PRESETS, type RangePreset, validateRange, resolvePreset, resetStableRange } from './range-presets.ts';
import { messages } from './messages.ts';

type RangePart = Pick<FilterEnds, 'range' | 'from' | 'to'> & { date_field: string };

export interface RangeEditorProps {
  filter: RangePart;
  /** Dates that the range can filter by, with their labels; a single one needs no choice. */
  dates: readonly (readonly [field: string, label: string])[];
  onChange: (part: RangePart) => void;
  onClose: () => void;
}

/** A named range, or a custom one by the minute; times are in Jakarta. */
export function RangeEditor({ filter, dates, onChange, onClose }: RangeEditorProps) {
  const date_field = filter.date_field;
  const choose = (range: RangePreset) => {
    resetStableRange(range);
    onChange({ date_field, range });
    onClose();
  };
  return (
    <Stack gap="sm" w={300}>
      {dates.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={messages().range.date_field}
          data={dates.map(([value, label]) => ({ value, label }))}
          value={date_field}
          onChange={(value) => onChange({ ...pickRange(filter), date_field: value })}
        />
      )}
      <Group gap={6}>
        {RANGE_PRESETS.map(({ id, label }) => (
          <Button
            key={id}
            size="compact-sm"
            variant={filter.range === id ? 'filled' : 'default'}
            aria-pressed={filter.range === id}
            onClick={() => choose(id)}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Divider />
      <CustomRange
        filter={filter}
        onApply={(ends) => {
          onChange({ date_field, ...ends });
          onClose();
        }}
      />
    </Stack>
  );
}

const pickRange = ({ range, from, to }: RangePart) => ({ range, from, to });

function CustomRange({
  filter,
  onApply,
}: {
  filter: RangePart;
  onApply: (ends: { from?: string; to?: string }) => void;
}) {
  const t = messages().range;
  const shown = filter.range === undefined ? filter : resolvePreset(filter.range);
  const [from, setFrom] = useState(toLocalTime(shown.from));
  const [to, setTo] = useState(toLocalTime(shown.to));
  const [touched, setTouched] = useState(false);
  const ends = { from: fromLocalTime(from), to: fromLocalTime(to) };
  const error = validateRange(ends);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setTouched(true);
        if (error === null) onApply(ends);
      }}
    >
      <Stack gap="xs">
        <TextInput
          type="datetime-local"
          label={t.from}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={t.to}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        {touched && error !== null && (
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
