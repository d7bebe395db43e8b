import { Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { RowMenu } from './row-menu.tsx';

const open = () => {
  const onRename = vi.fn();
  const Item = vi.fn(() => <Menu.Item onClick={onRename}>Rename</Menu.Item>);
  const { user } = renderComponent(
    <RowMenu label="Actions on A">
      <Item />
    </RowMenu>,
  );
  return { user, onRename, Item, button: () => screen.getByRole('button', { name: 'Actions on A' }) };
};

test('a closed menu renders nothing but its button, which says that it opens one', async () => {
  const { Item, button } = open();
  await screen.findByRole('button', { name: 'Actions on A' });
  expect(Item).not.toHaveBeenCalled();
  expect(button()).toHaveAttribute('aria-haspopup', 'menu');
  expect(button()).toHaveAttribute('aria-expanded', 'false');
});

test('the first click opens it, and an item is chosen', async () => {
  const { user, onRename, button } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions on A' }));
  expect(button()).toHaveAttribute('aria-expanded', 'true');
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  expect(onRename).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
});

test('by keyboard: Enter opens it, arrows lead to its items, Escape leads back to the button', async () => {
  const { user, button } = open();
  await screen.findByRole('button', { name: 'Actions on A' });
  await user.tab();
  expect(button()).toHaveFocus();
  await user.keyboard('{Enter}');
  const item = await screen.findByRole('menuitem', { name: 'Rename' });
  await user.keyboard('{ArrowDown}');
  expect(item).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button()).toHaveFocus());
  expect(button()).toHaveAttribute('aria-expanded', 'false');
});
