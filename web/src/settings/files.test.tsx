import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, seenAt, withNetwork } from '../test/network.ts';
import { openApp, signIn } from '../test/render.tsx';

withNetwork();

const settings = (csv_delimiter: string) => ({ json: { data: { csv_delimiter, updated_at: null } } });

test('the delimiter of CSV files is chosen by its name and saved at once', async () => {
  signIn();
  answer('GET /file-settings', () => settings(','));
  answer('PUT /file-settings', ({ body }) => settings((JSON.parse(body) as { csv_delimiter: string }).csv_delimiter));
  const { user } = openApp('/settings?tab=language');
  const panel = await screen.findByRole('region', { name: 'CSV files' });
  const field = await within(panel).findByRole('combobox', { name: 'Delimiter' });
  expect(field).toHaveValue('Comma ,');
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'Tab' }));
  expect(await screen.findByText('CSV delimiter saved')).toBeVisible();
  expect(field).toHaveValue('Tab');
  const sent = seenAt('/file-settings').findLast(({ method }) => method === 'PUT');
  expect(JSON.parse(sent?.body ?? '')).toEqual({ csv_delimiter: '\t' });
});

test('a role that only reads reports sees the setting and cannot change it', async () => {
  signIn({ role: 'approver', locale: 'id' });
  answer('GET /file-settings', () => settings(';'));
  openApp('/settings?tab=language');
  const panel = await screen.findByRole('region', { name: 'Berkas CSV' });
  const field = await within(panel).findByRole('combobox', { name: 'Pemisah' });
  expect(field).toHaveValue('Titik koma ;');
  expect(field).toBeDisabled();
});

test('a role without reports sees its language only', async () => {
  signIn({ role: 'support' });
  openApp('/settings?tab=language');
  expect(await screen.findByRole('region', { name: 'Language' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'CSV files' })).not.toBeInTheDocument();
  expect(seenAt('/file-settings')).toEqual([]);
});
