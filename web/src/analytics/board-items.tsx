import { Menu } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconLayoutGridAdd, IconX } from '@tabler/icons-react';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { type Board, type UserBoards, toBoardWidget } from './use-boards.ts';
import { type ShownWidget, widgetKey } from './widget-list.ts';

/** Entries of the menu of a widget on a tab: the boards that it can be added to. */
export function AddToBoardItems({ spec, of, onNew }: { spec: ShownWidget; of: UserBoards; onNew: () => void }) {
  const t = messages().boards;
  const added = toBoardWidget(spec);
  const others = of.boards.filter(({ widgets }) => !widgets.some((each) => isSame(each, spec)));
  return (
    <>
      <Menu.Divider />
      {others.map((board) => (
        <Menu.Item
          key={board.id}
          leftSection={<IconLayoutGridAdd size={16} aria-hidden />}
          onClick={() =>
            of.update.mutate(
              { id: board.id, widgets: [...board.widgets, added] },
              { onSuccess: () => showSuccess(messages().boards.added) },
            )
          }
        >
          {t.add_to(board.name)}
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<IconLayoutGridAdd size={16} aria-hidden />} onClick={onNew}>
        {t.add_to_new}
      </Menu.Item>
    </>
  );
}

const isSame = (one: Board['widgets'][number], { tab, widget, dimension }: ShownWidget): boolean =>
  widgetKey({ tab, widget, dimension }) === `${one.tab}.${one.widget}.${one.dimension ?? ''}`;

/** Entries of the menu of a widget on a board: its place, and its removal. */
export function OnBoardItems({ board, index, of }: { board: Board; index: number; of: UserBoards }) {
  const t = messages().boards;
  const put = (widgets: Board['widgets']) => of.update.mutate({ id: board.id, widgets });
  const without = board.widgets.toSpliced(index, 1);
  const moved = board.widgets[index];
  const move = (by: number) => moved && put(without.toSpliced(index + by, 0, moved));
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconArrowLeft size={16} aria-hidden />} disabled={index === 0} onClick={() => move(-1)}>
        {t.earlier}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowRight size={16} aria-hidden />}
        disabled={index === board.widgets.length - 1}
        onClick={() => move(1)}
      >
        {t.later}
      </Menu.Item>
      <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={() => put(without)}>
        {t.remove}
      </Menu.Item>
    </>
  );
}
