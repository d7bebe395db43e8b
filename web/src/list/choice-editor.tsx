import { Checkbox, Stack } from '@mantine/core';
import { labelOfValue } from './filter-words.ts';

export interface ChoiceEditorProps<V extends string> {
  label: string;
  values: readonly V[];
  chosen: readonly V[];
  onChange: (chosen: V[]) => void;
}

/** Any number of values; each change applies at once. */
export const ChoiceEditor = <V extends string>({ label, values, chosen, onChange }: ChoiceEditorProps<V>) => (
  <Checkbox.Group
    aria-label={label}
    value={[...chosen]}
    onChange={(next) => onChange(values.filter((value) => next.includes(value)))}
  >
    <Stack gap={8} miw={160}>
      {values.map((value) => (
        <Checkbox key={value} size="sm" value={value} label={labelOfValue(value)} />
      ))}
    </Stack>
  </Checkbox.Group>
);
