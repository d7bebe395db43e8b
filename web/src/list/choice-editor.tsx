import { Checkbox, Stack } from '@mantine/core';
import { valueLabel } from './filter-labels.ts';

export interface ChoiceEditorProps<V extends string> {
  label: string;
  values: readonly V[];
  selected: readonly V[];
  onChange: (selected: V[]) => void;
  /** Where a list has its own labels for its values. */
  getLabel?: ((value: string) => string) | undefined;
}

/** Any number of values; each change applies at once. */
export const ChoiceEditor = <V extends string>(props: ChoiceEditorProps<V>) => {
  const { label, values, selected, onChange, getLabel = valueLabel } = props;
  return (
    <Checkbox.Group
      aria-label={label}
      value={[...selected]}
      onChange={(next) => onChange(values.filter((value) => next.includes(value)))}
    >
      <Stack gap={8} miw={160} mah={360} style={{ overflowY: 'auto' }}>
        {values.map((value) => (
          <Checkbox key={value} size="sm" value={value} label={getLabel(value)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
};
