import { Button, Divider, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FilterEnds } from './filter.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';
import { RANGE_PRESETS, type RangePreset, validateRange, resolvePreset, resetStableRange } from './range-presets.ts';

type RangePart = Pick<FilterEnds, 'range' | 'from' | 'to'> & { date_field: string };

export interface RangeEditorProps {
  filter: RangePart;
  /** Times that the range can be about, by their words; with one there is nothing to choose. */
  dates: readonly (readonly [field: string, words: string])[];
  onChange: (part: RangePart) => void;
  onClose: () => void;
}

/** A range by name, or from one minute to another; times are Jakarta's. */
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
          aria-label="Which time"
          data={dates.map(([value, label]) => ({ value, label }))}
          value={date_field}
          onChange={(value) => onChange({ ...rangeOf(filter), date_field: value })}
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

const rangeOf = ({ range, from, to }: RangePart) => ({ range, from, to });

function CustomRange({
  filter,
  onApply,
}: {
  filter: RangePart;
  onApply: (ends: { from?: string; to?: string }) => void;
}) {
  const shown = filter.range === undefined ? filter : resolvePreset(filter.range);
  const [from, setFrom] = useState(toLocalTime(shown.from));
  const [to, setTo] = useState(toLocalTime(shown.to));
  const [touched, setTouched] = useState(false);
  const ends = { from: fromLocalTime(from), to: fromLocalTime(to) };
  const fault = validateRange(ends);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setTouched(true);
        if (fault === null) onApply(ends);
      }}
    >
      <Stack gap="xs">
        <TextInput
          type="datetime-local"
          label="From (WIB)"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label="To (WIB), not included"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        {touched && fault !== null && (
          <Text c="var(--mantine-color-error)" fz="xs" role="alert">
            {fault}
          </Text>
        )}
        <Button type="submit" variant="default">
          Apply range
        </Button>
      </Stack>
    </form>
  );
}
