import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const stored = { csv_delimiter: ',', report_format: 'csv', report_language: null, updated_at: null };
const settings = (csv_delimiter: string) => ({ json: { data: { ...stored, csv_delimiter } } });

test('the delimiter of CSV files is chosen by its name and saved at once', async () => {
  signIn();
  mockEndpoint('GET /file-settings', () => settings(','));
  mockEndpoint('PUT /file-settings', ({ body }) =>
    settings((JSON.parse(body) as { csv_delimiter: string }).csv_delimiter),
  );
  const { user } = openApp('/settings?tab=preferences');
  const panel = await screen.findByRole('region', { name: 'CSV files' });
  const field = await within(panel).findByRole('combobox', { name: 'Delimiter' });
  expect(field).toHaveValue('Comma ,');
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'Tab' }));
  expect(await screen.findByText('CSV delimiter saved')).toBeVisible();
  expect(field).toHaveValue('Tab');
  const sent = requestsTo('/file-settings').findLast(({ method }) => method === 'PUT');
  expect(JSON.parse(sent?.body ?? '')).toEqual({ csv_delimiter: '\t' });
});

test('format and language of new reports are chosen by name and saved at once', async () => {
  signIn();
  let saved: object = stored;
  mockEndpoint('GET /file-settings', () => ({ json: { data: saved } }));
  mockEndpoint('PUT /file-settings', ({ body }) => {
    saved = { ...saved, ...(JSON.parse(body) as object) };
    return { json: { data: saved } };
  });
  const { user } = openApp('/settings?tab=preferences');
  const panel = await screen.findByRole('region', { name: 'Reports' });
  const format = within(panel).getByRole('combobox', { name: 'Default format' });
  expect(format).toHaveValue('CSV');
  await user.click(format);
  await user.click(await screen.findByRole('option', { name: 'Excel' }));
  expect(await screen.findByText('Report preferences saved')).toBeVisible();
  expect(format).toHaveValue('Excel');
  const language = within(panel).getByRole('combobox', { name: 'Language of PDF reports' });
  expect(language).toHaveValue('Language of the person who creates the report');
  await user.click(language);
  await user.click(await screen.findByRole('option', { name: 'Bahasa Indonesia' }));
  await waitFor(() => expect(language).toHaveValue('Bahasa Indonesia'));
  const sent = requestsTo('/file-settings').filter(({ method }) => method === 'PUT');
  expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { report_format: 'xlsx' },
    { report_language: 'id' },
  ]);
});

test('a role that only reads reports sees the setting and cannot change it', async () => {
  signIn({ role: 'approver', locale: 'id' });
  mockEndpoint('GET /file-settings', () => settings(';'));
  openApp('/settings?tab=preferences');
  const panel = await screen.findByRole('region', { name: 'Berkas CSV' });
  const field = await within(panel).findByRole('combobox', { name: 'Pemisah' });
  expect(field).toHaveValue('Titik koma ;');
  expect(field).toBeDisabled();
});

test('a role without reports sees its language only', async () => {
  signIn({ role: 'support' });
  openApp('/settings?tab=preferences');
  expect(await screen.findByRole('region', { name: 'Language' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'CSV files' })).not.toBeInTheDocument();
  expect(requestsTo('/file-settings')).toEqual([]);
});
