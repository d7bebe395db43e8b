import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { mockEndpoint, setUpMockServer } from '../test/mock-server.ts';
import { renderComponent } from '../test/render.tsx';
import { GroupField, MerchantsField } from './lookup-fields.tsx';

setUpMockServer();

test('spec §2: fields that search on the server have the placeholder of every dropdown', async () => {
  mockEndpoint('GET /merchants', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint('GET /account-groups', () => ({ json: { data: [], next_cursor: null } }));
  renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <MerchantsField label="Merchant" value={[]} onChange={() => undefined} />
      <GroupField label="Account group" value={null} onChange={() => undefined} />
    </QueryClientProvider>,
  );
  expect(await screen.findByPlaceholderText('Pilih Merchant')).toBeVisible();
  expect(screen.getByPlaceholderText('Pilih Account group')).toBeVisible();
});
