/** The sweep of sent transfers: every due one is asked about, however many there are and however many get no answer. */
import * as duration from '@dasbor/contract/duration';
import { expect, test } from 'vitest';
import { merchant_id, model, setUpPayouts, settlePayment, t } from '../../test/settlement-payout-fixture.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { TRANSFER_PORTS } from '../jobs/registry.ts';
import { formatPayoutReference } from '../settlement/rules.ts';
import { sweepBankTransfers } from './jobs.ts';

setUpPayouts();

/** Pays settlements, and makes their transfers the only due ones, in this order. Returns their references. */
async function payDue(count: number): Promise<string[]> {
  const references: string[] = [];
  for (let n = 0; n < count; n++) references.push(formatPayoutReference(await settlePayment(), 1));
  const now_ms = t.clock.now().getTime();
  await asMerchant(t.deps.db, merchant_id, async (tx) => {
    const transfers = tx.sql.updateTable('bank_transfer').where('merchant_id', '=', merchant_id);
    await transfers.set({ next_check_at: new Date(now_ms + duration.days(1)) }).execute();
    for (const [index, reference] of references.entries()) {
      const next_check_at = new Date(now_ms - 1_000 + index);
      await transfers.set({ next_check_at }).where('partner_reference_no', '=', reference).execute();
    }
  });
  return references;
}

/** A bank that does not answer about two transfers, one of them by an error of ours, and what it was asked about. */
function listen([unanswered, broken]: readonly string[]): { deps: Deps; asked: string[] } {
  const asked: string[] = [];
  const queryTransfer: Deps['bank']['queryTransfer'] = async (reference, service) => {
    asked.push(reference);
    if (reference === broken) throw new Error('broken');
    model.setOffline(reference === unanswered);
    const answer = t.deps.bank.queryTransfer(reference, service);
    model.setOffline(false);
    return answer;
  };
  return { deps: { ...t.deps, bank: { ...t.deps.bank, queryTransfer } }, asked };
}

test.each(['unknown_then_success', 'success'] as const)(
  'a run asks about each due transfer once, over several pages, though the oldest get no answer: %s',
  async (outcome) => {
    model.setChooser(() => outcome);
    const references = await payDue(5);
    const { deps, asked } = listen(references);
    await sweepBankTransfers(deps, TRANSFER_PORTS, { page: 2 });
    expect(asked.toSorted()).toEqual(references.toSorted());
    await sweepBankTransfers(deps, TRANSFER_PORTS, { page: 2 });
    expect(asked).toHaveLength(5);
  },
);

test('runs that end after their first page reach every transfer, though the oldest get no answer', async () => {
  const references = await payDue(5);
  const { deps, asked } = listen(references);
  const counts: number[] = [];
  for (let runs = 0; runs < 4; runs++) {
    await sweepBankTransfers(deps, TRANSFER_PORTS, { page: 2, run_ms: -1 });
    counts.push(asked.length);
  }
  expect(counts).toEqual([2, 4, 5, 5]);
  expect(asked.slice(0, 2).toSorted()).toEqual(references.slice(0, 2).toSorted());
});
