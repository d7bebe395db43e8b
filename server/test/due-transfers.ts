/** Makes every transfer due for a status inquiry, for tests whose clock stands still. */
import { asMerchant } from '../src/db/tx.ts';
import type { TestApp } from './test-app.ts';

export const makeTransfersDue = (t: TestApp, merchant_id: string): Promise<unknown> =>
  asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .updateTable('bank_transfer')
      .set({ next_check_at: t.clock.now() })
      .where('merchant_id', '=', merchant_id)
      .where('next_check_at', 'is not', null)
      .execute(),
  );
