import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../api/query.ts';
import { renderComponent } from '../test/render.tsx';
import { CreateFields } from './create-fields.tsx';

test('an empty submit shows every error and focuses the first wrong field', async () => {
  const { user } = renderComponent(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <CreateFields onCreated={vi.fn()} onCancel={vi.fn()} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Create virtual account' }));
  const bank = screen.getByRole('combobox', { name: 'Bank (required)' });
  await waitFor(() => expect(bank).toHaveFocus());
  expect(bank).toBeInvalid();
  expect(screen.getByRole('textbox', { name: /^Amount/ })).toHaveAccessibleDescription(/Enter an amount\./);
});
