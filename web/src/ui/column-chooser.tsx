import { Button, Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ColumnChoice, Choosable } from './stored-columns.ts';

export interface ColumnChooserProps<Column extends Choosable & { label: string }> {
  columns: readonly Column[];
  choice: ColumnChoice<Column>;
}

/** The "View" menu: which columns a list shows. */
export const ColumnChooser = <Column extends Choosable & { label: string }>({
  columns,
  choice,
}: ColumnChooserProps<Column>) => (
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
          <Menu.CheckboxItem key={column.id} checked={choice.isVisible(column)} onChange={() => choice.toggle(column)}>
            {column.label}
          </Menu.CheckboxItem>
        ))}
      <Menu.Divider />
      <Menu.Item onClick={choice.reset}>Show the usual columns</Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
