/** Figures of all merchants, of some, or of an account group; by merchant and by group too. */
import type * as contract from '@dasbor/contract/analytics';
import { toBusinessDay } from '@dasbor/contract/time';
import { listTreeMembersOnDay } from '../account-group/member-queries.ts';
import { listMerchantNames } from '../db/merchant-names.ts';
import { asPlatform } from '../db/tx.ts';
import type { RequestContext } from '../http/serve.ts';
import { readFigures } from './figures.ts';
import { listGroupMembers } from './provider-queries.ts';
import { readCounts } from './queries.ts';
import type { AnalyticsRequest } from './rules.ts';
import { type Content, buildBreakdown } from './widgets.ts';

type Context = RequestContext<typeof contract.getProviderAnalytics>;

/** Rows of merchants and groups in a breakdown. */
const ROWS_MAX = 100;

export async function readProviderContent(ctx: Context, request: AnalyticsRequest): Promise<Content> {
  const { deps, query, language, now } = ctx;
  return asPlatform(deps.db, async (tx) => {
    const is_by_group = request.widget === 'breakdown' && request.dimension === 'group';
    const today = toBusinessDay(now);
    const members = is_by_group ? await listGroupMembers(tx, today) : [];
    const of_group = query.group_id === undefined ? null : await listTreeMembersOnDay(tx, query.group_id, today);
    const chosen = query.merchant_id?.length ? query.merchant_id : null;
    const merchant_ids = of_group === null ? chosen : of_group.filter((id) => chosen?.includes(id) ?? true);
    const reader = { ...tx, merchant_ids };
    if (request.widget !== 'breakdown' || (request.dimension !== 'merchant' && !is_by_group)) {
      return readFigures(reader, request, query, language);
    }
    const { tab, period } = request;
    const counts = await readCounts(reader, { tab, period, filter: query, by: 'merchant' });
    const by_key = is_by_group
      ? counts.flatMap((count) => {
          const groups = members.filter(({ merchant_id }) => merchant_id === count.key);
          return groups.length === 0
            ? [{ ...count, key: '' }]
            : groups.map((group) => ({ ...count, key: group.group_id }));
        })
      : counts;
    const content = buildBreakdown(request, by_key, language);
    const rows = content.rows.slice(0, ROWS_MAX);
    const labels = is_by_group
      ? new Map(members.map(({ group_id, group_name }) => [group_id, group_name]))
      : await listMerchantNames(
          tx,
          rows.map(({ key }) => key),
        );
    return { ...content, rows: rows.map((row) => ({ ...row, label: labels.get(row.key) ?? row.label })) };
  });
}
