/** The metrics over all merchants, compared with the previous period. */
import type { OverviewPeriod, getOperationsOverview } from '@dasbor/contract/operations';
import type { Output } from '@dasbor/contract/route';
import type { Db } from '../db/connect.ts';
import { listMerchantNames } from '../db/merchant-names.ts';
import { asPlatform } from '../db/tx.ts';
import { countByMerchant, sumHeld } from './overview-queries.ts';
import { buildRanges, calculateMetrics, groupByMethod, rankMerchants } from './overview-rules.ts';

type Overview = Output<typeof getOperationsOverview>['data'];

export async function readOverview(db: Db, period: OverviewPeriod, now: Date): Promise<Overview> {
  const { present, previous } = buildRanges(period, now);
  return asPlatform(db, async (tx) => {
    const counts = await countByMerchant(tx, present, previous);
    const top = rankMerchants(counts);
    const names = await listMerchantNames(
      tx,
      top.map(({ merchant_id }) => merchant_id),
    );
    return {
      from: present.from.toISOString(),
      to: present.to.toISOString(),
      previous_from: previous.from.toISOString(),
      previous_to: previous.to.toISOString(),
      ...calculateMetrics(counts),
      methods: groupByMethod(counts),
      merchants: top.map((row) => ({ ...row, name: names.get(row.merchant_id) ?? row.merchant_id })),
      balances: await sumHeld(tx),
    };
  });
}
