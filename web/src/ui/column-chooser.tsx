import { ActionIcon, Button, Checkbox, Popover, VisuallyHidden } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './column-chooser.module.css';
import type { Choosable, ColumnChoice } from './stored-columns.ts';

export interface ColumnChooserProps<Column extends Choosable & { label: string }> {
  columns: readonly Column[];
  choice: ColumnChoice<Column>;
}

/** The "View" menu: which columns a list shows, and in which order; moved by pointer or by keyboard. */
export const ColumnChooser = <Column extends Choosable & { label: string }>({ choice }: ColumnChooserProps<Column>) => (
  <Popover position="bottom-end" shadow="md" width={290} trapFocus>
    <Popover.Target>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}>
        View
      </Button>
    </Popover.Target>
    <Popover.Dropdown p={8}>
      <Rows choice={choice} />
    </Popover.Dropdown>
  </Popover>
);

function Rows<Column extends Choosable & { label: string }>({ choice }: { choice: ColumnChoice<Column> }) {
  const { ordered, isVisible, toggle, place, reset } = choice;
  const [dragged, setDragged] = useState<Column | null>(null);
  const [said, setSaid] = useState('');
  const move = (column: Column, index: number) => {
    place(column, index);
    setSaid(`${column.label} is column ${index + 1} of ${ordered.length}`);
  };
  return (
    <>
      <div className={classes.head}>Columns</div>
      <ul className={classes.rows} aria-label="Columns in their order">
        {ordered.map((column, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is an extra: the buttons of the row do the same
          <li
            key={column.id}
            className={classes.row}
            draggable
            data-dragged={column === dragged || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(column);
            }}
            onDragOver={(event) => event.preventDefault()}
            onDragEnter={() => dragged !== null && dragged !== column && place(dragged, index)}
            onDragEnd={() => setDragged(null)}
          >
            <IconGripVertical size={14} className={classes.grip} aria-hidden />
            <Checkbox
              size="xs"
              label={column.label}
              checked={isVisible(column)}
              disabled={column.is_fixed ?? false}
              onChange={() => toggle(column)}
              className={classes.name}
            />
            <Step column={column} up disabled={index === 0} onClick={() => move(column, index - 1)} />
            <Step column={column} disabled={index === ordered.length - 1} onClick={() => move(column, index + 1)} />
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Button variant="subtle" size="compact-sm" fullWidth onClick={reset}>
        Show the usual columns
      </Button>
    </>
  );
}

const Step = (props: { column: { label: string }; up?: boolean; disabled: boolean; onClick: () => void }) => {
  const Icon = props.up ? IconChevronUp : IconChevronDown;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      // Not the attribute: the focus would be lost at the first and the last place.
      aria-disabled={props.disabled || undefined}
      data-disabled={props.disabled || undefined}
      aria-label={`Move ${props.column.label} ${props.up ? 'up' : 'down'}`}
      onClick={props.disabled ? undefined : props.onClick}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
};
