import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { answer, withNetwork } from '../test/network.ts';
import { renderPart } from '../test/render.tsx';
import { GroupField, MerchantsField } from './lookup-fields.tsx';

withNetwork();

test('spec §2: fields that search on the server have the placeholder of every dropdown', async () => {
  answer('GET /merchants', () => ({ json: { data: [], next_cursor: null } }));
  answer('GET /account-groups', () => ({ json: { data: [], next_cursor: null } }));
  renderPart(
    <QueryClientProvider client={new QueryClient()}>
      <MerchantsField label="Merchant" value={[]} onChange={() => undefined} />
      <GroupField label="Account group" value={null} onChange={() => undefined} />
    </QueryClientProvider>,
  );
  expect(await screen.findByPlaceholderText('Pilih Merchant')).toBeVisible();
  expect(screen.getByPlaceholderText('Pilih Account group')).toBeVisible();
});
