import { Radio, Stack } from '@mantine/core';
import { FilterChip } from '../ui/filter-chip.tsx';

interface Option<V extends string> {
  id: V;
  name: string;
}

interface OptionEditorProps<V extends string> {
  label: string;
  options: readonly Option<V>[];
  /** undefined: none. */
  selected: V | undefined;
  onChange: (id: V) => void;
}

export interface OptionChipProps<V extends string> extends Omit<OptionEditorProps<V>, 'onChange'> {
  /** Whether the selected option is a filter; by default each is one. */
  is_set?: boolean;
  /** undefined: cleared. */
  onChange: (id: V | undefined) => void;
}

/** A filter of one value, which applies at once. */
export function OptionChip<V extends string>({ is_set, onChange, ...editor }: OptionChipProps<V>) {
  const { label, options, selected } = editor;
  const name = options.find(({ id }) => id === selected)?.name ?? selected;
  return (
    <FilterChip label={label} value={is_set === false ? undefined : name} onClear={() => onChange(undefined)}>
      {(close) => (
        <OptionEditor
          {...editor}
          onChange={(id) => {
            onChange(id);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

/** One value of several. */
const OptionEditor = <V extends string>({ label, options, selected, onChange }: OptionEditorProps<V>) => (
  <Radio.Group aria-label={label} value={selected ?? ''} onChange={(id) => onChange(id as V)}>
    <Stack gap={8} miw={180} mah={340} p={2} style={{ overflowY: 'auto' }}>
      {options.map(({ id, name }) => (
        <Radio key={id} size="sm" value={id} label={name} />
      ))}
    </Stack>
  </Radio.Group>
);
