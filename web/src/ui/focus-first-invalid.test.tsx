import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { focusFirstInvalid } from './focus-first-invalid.ts';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

beforeEach(() => {
  renderComponent(
    <form aria-label="Person">
      <input aria-label="Name" aria-invalid="true" />
      <input aria-label="NIK" aria-invalid="true" />
      <button type="button">Save</button>
    </form>,
  );
  screen.getByRole('button', { name: 'Save' }).focus();
});

test('the first invalid field gets the focus', async () => {
  focusFirstInvalid(screen.getByRole('form'));
  await nextFrame();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

test('a field that the user has chosen meanwhile keeps it', async () => {
  focusFirstInvalid(screen.getByRole('form'));
  screen.getByRole('textbox', { name: 'NIK' }).focus();
  await nextFrame();
  expect(screen.getByRole('textbox', { name: 'NIK' })).toHaveFocus();
});
