/** Metrics of all merchants that the reader may see, of some, or of an account group; by merchant and by group too. */
import { BREAKDOWN_MAX } from '@dasbor/contract/analytics';
import type * as contract from '@dasbor/contract/analytics';
import { localized } from '@dasbor/contract/language';
import { toBusinessDay } from '@dasbor/contract/time';
import { listFilteredMembers, listTreeMembersOnDay } from '../account-group/member-queries.ts';
import { forceCustomPlans } from '../db/custom-plans.ts';
import { listMerchantNames } from '../db/merchant-names.ts';
import { type PlatformTx, asPlatform, asReader } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { readMetrics } from './metrics.ts';
import { type GroupMember, listGroupMembers, raiseQueryLimits } from './provider-queries.ts';
import { type MultiMerchantReader, readCounts } from './queries.ts';
import type { AnalyticsRequest } from './rules.ts';
import { type WidgetContent, buildBreakdown } from './widgets.ts';

type Context = RequestContext<typeof contract.getProviderAnalytics>;

export async function readProviderContent(ctx: Context, request: AnalyticsRequest): Promise<WidgetContent> {
  const { deps, principal } = ctx;
  const shared_group = principal?.type === 'user' ? principal.group_id : undefined;
  if (shared_group === undefined) {
    return asPlatform(deps.db, async (tx) => {
      await raiseQueryLimits(tx);
      return readContent({ ...tx, merchant_ids: await listChosen(tx, ctx) }, ctx, request);
    });
  }
  if (request.dimension === 'group') throw new Problem(422, 'filter_not_available', NO_GROUPS);
  // A shared user reads the members of the group, in a transaction that sees nothing else.
  const merchant_ids = await asPlatform(deps.db, (tx) => listChosen(tx, ctx, shared_group));
  return asReader(deps.db, merchant_ids ?? [], (tx) => readContent({ ...tx, merchant_ids }, ctx, request));
}

const NO_GROUPS = localized(
  'Metrics by account group are available to the provider only.',
  'Angka per grup akun hanya tersedia untuk penyedia.',
);

/** The merchants of the filters; null: all. `shared_group`: the account group that the reader is limited to. */
async function listChosen(tx: PlatformTx, { query, now }: Context, shared_group?: string): Promise<string[] | null> {
  const today = toBusinessDay(now);
  const sets = [
    query.merchant_id?.length ? query.merchant_id : null,
    query.group_id === undefined ? null : await listFilteredMembers(tx, query.group_id, today),
    shared_group === undefined ? null : await listTreeMembersOnDay(tx, shared_group, today),
  ].filter((set) => set !== null);
  const [first, ...others] = sets;
  return first?.filter((id) => others.every((set) => set.includes(id))) ?? null;
}

async function readContent(
  reader: MultiMerchantReader,
  ctx: Context,
  request: AnalyticsRequest,
): Promise<WidgetContent> {
  const { query, language, now } = ctx;
  const { tab, period, widget, dimension } = request;
  await forceCustomPlans(reader, { allows_seq_scans: true });
  if (widget !== 'breakdown' || (dimension !== 'merchant' && dimension !== 'group')) {
    return readMetrics(reader, request, query, language);
  }
  const members =
    dimension === 'group' && !('visible' in reader) ? await listGroupMembers(reader, toBusinessDay(now)) : [];
  const counts = await readCounts(reader, { tab, period, filter: query, by: 'merchant' });
  const by_key =
    dimension === 'group'
      ? counts.flatMap((count) => {
          const groups = members.filter(({ merchant_id }) => merchant_id === count.key);
          return groups.length === 0
            ? [{ ...count, key: '' }]
            : groups.map((group) => ({ ...count, key: group.group_id }));
        })
      : counts;
  const content = buildBreakdown(request, by_key, language);
  const rows = content.rows.slice(0, BREAKDOWN_MAX);
  const isWithinFilter = dimension === 'group' ? buildGroupTest(members, query.group_id) : () => true;
  const labels =
    dimension === 'group'
      ? new Map(members.map(({ group_id, group_name }) => [group_id, group_name]))
      : await listMerchantNames(
          reader,
          rows.map(({ key }) => key),
        );
  return {
    ...content,
    rows: rows.map((row) => ({
      ...row,
      label: labels.get(row.key) ?? row.label,
      // A group that contains the filtered one counts only the merchants of the latter.
      filter: row.filter && !isWithinFilter(row.key) ? { ...row.filter, group_id: query.group_id ?? '' } : row.filter,
    })),
    row_count: content.rows.length,
  };
}

/** Whether all merchants of a group are in the group that metrics are filtered by. */
function buildGroupTest(members: readonly GroupMember[], filter_id: string | undefined): (group_id: string) => boolean {
  if (filter_id === undefined) return () => true;
  const within = new Set(members.filter(({ group_id }) => group_id === filter_id).map((each) => each.merchant_id));
  return (id) => members.every(({ group_id, merchant_id }) => group_id !== id || within.has(merchant_id));
}
