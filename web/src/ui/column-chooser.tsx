import { Button, Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react';
import type { ColumnChoice, Choosable } from './stored-columns.ts';

type Choosable = Pick<Column<unknown>, 'id' | 'label' | 'is_hidden' | 'is_fixed'>;

export interface ColumnChooserProps<Column extends Choosable & { label: string }> {
  columns: readonly Column[];
  choice: ColumnChoice<Column>;
}

/** The "View" menu: which columns a list shows. */
export const ColumnChooser = <One extends Choosable>({ columns, choice }: ColumnChooserProps<One>) => (
  <Menu closeOnItemClick={false} position="bottom-end" shadow="md" width={220}>
    <Menu.Target>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}>
        View
      </Button>
    </Menu.Target>
    <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
      <Menu.Label>Columns</Menu.Label>
      {columns
        .filter((column) => !column.is_fixed)
        .map((column) => (
          <Menu.Item
            key={column.id}
            role="menuitemcheckbox"
            aria-checked={choice.isVisible(column)}
            leftSection={<IconCheck size={14} aria-hidden opacity={choice.isVisible(column) ? 1 : 0} />}
            onClick={() => choice.toggle(column)}
          >
            {column.label}
          </Menu.Item>
        ))}
      <Menu.Divider />
      <Menu.Item onClick={choice.reset}>Show the usual columns</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
