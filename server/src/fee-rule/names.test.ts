/** The names of the provider's fee rules exist in both languages. */
import { translateFeeRuleName } from '@dasbor/contract/fee-rule-names';
import { expect, test } from 'vitest';
import { openOwnerClient } from '../../test/database.ts';

test('every name of a provider rule has an Indonesian one', async () => {
  const { client, close } = await openOwnerClient();
  const { rows } = await client.query<{ name: string }>('select distinct name from app.fee_rule');
  await close();
  const names = rows.map(({ name }) => name);
  expect(names).toContain('QRIS small business (UKE)');
  const untranslated = names.filter((name) => translateFeeRuleName(name, 'id') === name);
  // The same in both languages.
  expect(untranslated.toSorted()).toEqual(['Virtual account', 'Virtual account BCA']);
});
