import { fireEvent, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useTypeAhead } from './use-type-ahead.ts';

/** Presses keys; returns those that nothing kept, which reach the field that has the focus. */
const press = (...keys: string[]) => keys.filter((key) => fireEvent.keyDown(document.body, { key }));

const openDialog = () => renderHook(({ is_open }) => useTypeAhead(is_open), { initialProps: { is_open: true } });

test('characters are kept until the field consumes them, and reach the field from then on', () => {
  const { result, rerender } = openDialog();
  expect(press('a', 'b', 'x', 'Backspace', 'Shift', 'C', 'Escape')).toEqual(['Shift', 'Escape']);
  expect(result.current()).toBe('abC');
  // The shortcut, pressed again while the dialog is open.
  rerender({ is_open: true });
  expect(press('d')).toEqual(['d']);
  expect(result.current()).toBe('');
});

test('shortcuts are not kept', () => {
  const { result } = openDialog();
  expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(true);
  expect(result.current()).toBe('');
});

test('a dialog that closes before its field has the focus keeps nothing any more', () => {
  const { result, rerender } = openDialog();
  press('a');
  rerender({ is_open: false });
  expect(press('b')).toEqual(['b']);
  rerender({ is_open: true });
  expect(press('c')).toEqual([]);
  expect(result.current()).toBe('c');
});
