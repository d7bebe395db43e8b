import { Checkbox, Stack } from '@mantine/core';
import { Fragment } from 'react';
import { type ChoiceGroup, formatFilterValue } from './filter-labels.ts';

export interface ChoiceEditorProps<V extends string> {
  label: string;
  values: readonly V[];
  selected: readonly V[];
  onChange: (selected: V[]) => void;
  /** Labels of the values, if the list has its own. */
  getLabel?: ((value: string) => string) | undefined;
  /** Values that can be chosen together. A group of one value is that value alone; values of no group are not shown. */
  groups?: readonly ChoiceGroup[] | undefined;
}

/** Any number of values; each change applies at once. */
export const ChoiceEditor = <V extends string>(props: ChoiceEditorProps<V>) => {
  const { label, values, selected, onChange, getLabel = formatFilterValue, groups } = props;
  if (groups !== undefined) return <GroupedChoices {...props} groups={groups} />;
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

function GroupedChoices<V extends string>({
  label,
  values,
  selected,
  onChange,
  getLabel = formatFilterValue,
  groups,
}: ChoiceEditorProps<V> & { groups: readonly ChoiceGroup[] }) {
  const toggle = (changed: readonly string[], is_on: boolean) =>
    onChange(values.filter((value) => (changed.includes(value) ? is_on : selected.includes(value))));
  const renderChoice = (value: string, is_nested: boolean) => (
    <Checkbox
      key={value}
      size="sm"
      ml={is_nested ? 24 : 0}
      label={getLabel(value)}
      checked={(selected as readonly string[]).includes(value)}
      onChange={(event) => toggle([value], event.currentTarget.checked)}
    />
  );
  return (
    <Stack role="group" aria-label={label} gap={8} miw={160} mah={360} style={{ overflowY: 'auto' }}>
      {groups.map((group) => {
        const [only] = group.values;
        if (group.values.length === 1 && only !== undefined) return renderChoice(only, false);
        const count = selected.filter((value) => group.values.includes(value)).length;
        return (
          <Fragment key={group.label}>
            <Checkbox
              size="sm"
              fw={600}
              label={group.label}
              checked={count === group.values.length}
              indeterminate={count > 0 && count < group.values.length}
              onChange={(event) => toggle(group.values, event.currentTarget.checked)}
            />
            {group.values.map((value) => renderChoice(value, true))}
          </Fragment>
        );
      })}
    </Stack>
  );
}
