import { BOARD_WIDGETS_MAX } from '@dasbor/contract/analytics-board';
import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { BoardNameModal } from './board-name-modal.tsx';
import { messages } from './messages.ts';
import type { Board, UserBoards } from './use-boards.ts';

export interface BoardMenuProps {
  board: Board;
  of: UserBoards;
  onDeleted: () => void;
}

/** What can be done with a board: its name, its place among the boards, and its end. */
export function BoardMenu({ board, of, onDeleted }: BoardMenuProps) {
  const t = messages().boards;
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const { boards, update, remove } = of;
  const move = (by: number) => update.mutate({ id: board.id, position: board.position + by });
  const close = () => setAsked(null);
  return (
    <Group gap={8}>
      <Text c="dimmed" fz="sm">
        {t.widgets(board.widgets.length, BOARD_WIDGETS_MAX)}
      </Text>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t.menu(board.name)} loading={update.isPending}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setAsked('rename')}>
            {t.rename}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            disabled={board.position <= 1}
            onClick={() => move(-1)}
          >
            {t.move_up}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowRight size={16} aria-hidden />}
            disabled={board.position >= boards.length}
            onClick={() => move(1)}
          >
            {t.move_down}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsked('delete')}>
            {t.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'rename' && (
        <BoardNameModal
          title={t.rename}
          submit={t.save}
          name={board.name}
          is_busy={update.isPending}
          onSubmit={(name) => update.mutate({ id: board.id, name }, { onSuccess: close })}
          onClose={close}
        />
      )}
      <ConfirmModal
        opened={asked === 'delete'}
        title={t.delete}
        confirm={t.delete}
        is_dangerous
        is_busy={remove.isPending}
        onConfirm={() => remove.mutate(board.id, { onSuccess: onDeleted })}
        onClose={close}
      >
        {t.delete_line(board.name)}
      </ConfirmModal>
    </Group>
  );
}
