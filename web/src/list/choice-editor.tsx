import { Checkbox, Stack } from '@mantine/core';
import { valueLabel } from './filter-labels.ts';

export interface ChoiceEditorProps<V extends string> {
  label: string;
  values: readonly V[];
  chosen: readonly V[];
  onChange: (chosen: V[]) => void;
  /** Where a list has words of its own for its values. */
  nameOf?: ((value: string) => string) | undefined;
}

/** Any number of values; each change applies at once. */
export const ChoiceEditor = <V extends string>(props: ChoiceEditorProps<V>) => {
  const { label, values, chosen, onChange, nameOf = valueLabel } = props;
  return (
    <Checkbox.Group
      aria-label={label}
      value={[...chosen]}
      onChange={(next) => onChange(values.filter((value) => next.includes(value)))}
    >
      <Stack gap={8} miw={160}>
        {values.map((value) => (
          <Checkbox key={value} size="sm" value={value} label={nameOf(value)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
};
