/** Paid volume by payment link. */
import { BREAKDOWN_MAX } from '@dasbor/contract/analytics';
import type { Language } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { type AnalyticsFilter, readLargestCounts, readCompletedAmount } from './queries.ts';
import type { AnalyticsRequest } from './rules.ts';
import { findLinkNames } from './top-queries.ts';
import { type WidgetContent, buildBreakdown } from './widgets.ts';

/** A merchant may have any number of links, so only the largest are read. Their shares are of all paid payments. */
export async function readLinkBreakdown(
  tx: MerchantTx,
  request: AnalyticsRequest,
  filter: AnalyticsFilter,
  language: Language,
): Promise<WidgetContent> {
  const { tab, period } = request;
  const options = { tab, period, filter };
  const whole = await readCompletedAmount(tx, options);
  const { counts, key_count } = await readLargestCounts(tx, { ...options, by: 'payment_link' }, BREAKDOWN_MAX);
  const content = buildBreakdown(request, counts, language, whole);
  const names = await findLinkNames(
    tx,
    content.rows.map(({ key }) => key),
  );
  return {
    ...content,
    rows: content.rows.map((row) => ({
      ...row,
      label: names.get(row.key)?.title ?? row.label,
      note: names.get(row.key)?.slug ?? null,
    })),
    row_count: key_count,
  };
}
