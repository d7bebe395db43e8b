import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FilterChip } from '../ui/filter-chip.tsx';
import { messages } from './messages.ts';

interface MccFilterProps {
  /** Codes, separated by commas. */
  value: string;
  onChange: (value: string) => void;
}

const parseCodes = (text: string): string[] => [...new Set(text.match(/\b\d{4}\b/g))];

/** Filter by merchant category codes. */
export const MccFilter = ({ value, onChange }: MccFilterProps) => (
  <FilterChip
    label={messages().fields.mcc}
    value={value === '' ? undefined : value.replaceAll(',', ', ')}
    onClear={() => onChange('')}
  >
    {(close) => (
      <Editor
        value={value}
        onApply={(codes) => {
          onChange(codes.join(','));
          close();
        }}
      />
    )}
  </FilterChip>
);

function Editor({ value, onApply }: { value: string; onApply: (codes: string[]) => void }) {
  const t = messages();
  const [text, setText] = useState(value.replaceAll(',', ', '));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply(parseCodes(text));
      }}
    >
      <Stack gap={8} w={260}>
        <TextInput
          data-autofocus
          label={t.fields.mcc}
          description={t.list.mcc_hint}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" size="xs">
            {t.list.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
