import { Select } from '@mantine/core';
import { type FieldProps, fieldLabel, useTouched } from './field-label.tsx';
import { messages } from './messages.ts';

export interface SelectFieldProps<Item extends { name: string }> extends FieldProps {
  /** Items with a `name`, which is what the user sees; names are unique. */
  options: readonly Item[];
  /** The chosen item; null for none. */
  value: Item | null;
  onChange: (item: Item | null) => void;
  /** Offers a button that resets the choice to none. */
  clearable?: boolean;
  searchable?: boolean;
  /** Whether an option matches the search text; by default its name contains it. */
  isMatch?: (item: Item, search: string) => boolean;
  /** Receives the search text, where a server searches. */
  onSearch?: (search: string) => void;
}

const toOption = ({ name }: { name: string }) => ({ value: name, label: name });

/** A dropdown. Its placeholder is Indonesian in both languages (specification section 2). */
export function SelectField<Item extends { name: string }>(props: SelectFieldProps<Item>) {
  const {
    label,
    required,
    options,
    value,
    onChange,
    clearable = false,
    searchable = false,
    isMatch,
    onSearch,
    description,
    disabled,
  } = props;
  const { error, onLeave } = useTouched(props);
  return (
    <Select
      label={fieldLabel({ label, required })}
      aria-required={required}
      placeholder={`Pilih ${label}`}
      description={description}
      disabled={disabled}
      error={error}
      data={options.map(({ name }) => name)}
      value={value?.name ?? null}
      allowDeselect={false}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': messages().field.clear(label), 'aria-hidden': false, tabIndex: 0 }}
      searchable={searchable}
      {...(isMatch && { filter: ({ search }) => options.filter((item) => isMatch(item, search)).map(toOption) })}
      {...(onSearch && { onSearchChange: onSearch })}
      checkIconPosition="right"
      onChange={(name) => onChange(options.find((option) => option.name === name) ?? null)}
      onBlur={onLeave}
    />
  );
}
