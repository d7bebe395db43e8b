import { ActionIcon, Button, Checkbox, Popover, VisuallyHidden } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './column-chooser.module.css';
import type { ChoosableColumn, ColumnChoice } from './stored-columns.ts';
import { messages } from './messages.ts';

export interface ColumnChooserProps<Column extends ChoosableColumn & { label: string }> {
  choice: ColumnChoice<Column>;
}

/** Which columns a list shows, and in which order; moved by pointer or by keyboard. */
export const ColumnChooser = <Column extends ChoosableColumn & { label: string }>({
  choice,
}: ColumnChooserProps<Column>) => (
  <Popover position="bottom-end" shadow="md" width={290} trapFocus>
    <Popover.Target>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}>
        {messages().columns.title}
      </Button>
    </Popover.Target>
    <Popover.Dropdown p={8}>
      <Rows choice={choice} />
    </Popover.Dropdown>
  </Popover>
);

function Rows<Column extends ChoosableColumn & { label: string }>({ choice }: { choice: ColumnChoice<Column> }) {
  const t = messages().columns;
  const { ordered, isVisible, toggle, moveTo, reset } = choice;
  const unfit = choice.unfit.split(' ');
  const [dragged, setDragged] = useState<Column | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const move = (column: Column, index: number) => {
    moveTo(column, index);
    setAnnouncement(t.moved(column.label, index + 1, ordered.length));
  };
  return (
    <>
      <div className={classes.head}>{t.title}</div>
      <ul className={classes.rows} aria-label={t.order}>
        {ordered.map((column, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is an addition: the buttons of the row do the same
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
            onDragEnter={() => dragged !== null && dragged !== column && moveTo(dragged, index)}
            onDragEnd={() => setDragged(null)}
          >
            <IconGripVertical size={14} className={classes.grip} aria-hidden />
            <Checkbox
              size="xs"
              label={column.label}
              description={unfit.includes(column.id) ? t.no_room : undefined}
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
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Button variant="subtle" size="compact-sm" fullWidth onClick={reset}>
        {t.reset}
      </Button>
    </>
  );
}

const Step = (props: { column: { label: string }; up?: boolean; disabled: boolean; onClick: () => void }) => {
  const t = messages().columns;
  const Icon = props.up ? IconChevronUp : IconChevronDown;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      // Not the `disabled` attribute: the focus would be lost at both ends.
      aria-disabled={props.disabled || undefined}
      data-disabled={props.disabled || undefined}
      aria-label={(props.up ? t.move_up : t.move_down)(props.column.label)}
      onClick={props.disabled ? undefined : props.onClick}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
};
