/** The metrics over the merchants of a reader, by the same counts as those of the provider and of each merchant. */
import type { OverviewPeriod } from '@dasbor/contract/operations';
import type { Output } from '@dasbor/contract/route';
import type { getMerchantsOverview } from '@dasbor/contract/merchant-lists';
import { asReader } from '../db/tx.ts';
import type { RequestContext } from '../http/serve.ts';
import { countByMerchant } from '../operations/overview-queries.ts';
import { buildRanges, calculateMetrics, groupByMethod, rankMerchants } from '../operations/overview-rules.ts';
import { listVisibleNames } from './option-queries.ts';
import { readScope } from './scope.ts';

type Overview = Output<typeof getMerchantsOverview>['data'];

export async function readMerchantsOverview(
  ctx: Pick<RequestContext<never>, 'deps' | 'principal' | 'now'> & {
    query: { period: OverviewPeriod; group_id?: string | undefined };
  },
): Promise<Overview> {
  const { visible, ids } = await readScope(ctx);
  const { present, previous } = buildRanges(ctx.query.period, ctx.now);
  const { names, all } = await asReader(ctx.deps.db, visible, async (tx) => ({
    names: await listVisibleNames(tx, ids),
    all: await countByMerchant(tx, present, previous),
  }));
  const counts = all.filter(({ merchant_id }) => names.has(merchant_id));
  return {
    from: present.from.toISOString(),
    to: present.to.toISOString(),
    previous_from: previous.from.toISOString(),
    previous_to: previous.to.toISOString(),
    ...calculateMetrics(counts),
    methods: groupByMethod(counts),
    merchants: rankMerchants(counts).map((row) => ({ ...row, name: names.get(row.merchant_id) ?? row.merchant_id })),
    member_count: names.size,
  };
}
