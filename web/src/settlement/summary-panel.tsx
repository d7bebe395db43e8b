import { translateFeeRuleName } from '@dasbor/contract/fee-rule-names';
import { formatFilterValue } from '../list/filter-labels.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Panel } from '../ui/panel.tsx';
import { HorizontalScroll } from '../ui/horizontal-scroll.tsx';
import type { BatchDetail } from './batch-detail.ts';
import { type Messages, messages } from './messages.ts';
import { formatLineType } from './settlement-labels.ts';
import classes from './settlement.module.css';

type Amounts = BatchDetail['summary'][number];

/** Columns of the sums; merchants outside account groups have no commissions. */
function listColumns({ columns }: Messages, has_commission: boolean) {
  const all = [
    ['gross_amount', columns.gross],
    ['refund_amount', columns.refunds],
    ['fee_amount', columns.fees],
    ['fee_vat_amount', columns.vat],
    ['commission_amount', columns.commission],
    ['adjustment_amount', columns.adjustments],
    ['net_amount', columns.net],
  ] as const satisfies readonly (readonly [keyof Amounts, string])[];
  return has_commission ? all : all.filter(([name]) => name !== 'commission_amount');
}

/** Sums by line type, method and fee rule. */
export function SummaryPanel({ batch }: { batch: BatchDetail }) {
  const has_commission = batch.summary.some(({ commission_amount }) => commission_amount !== 0);
  const columns = listColumns(messages(), has_commission);
  return (
    <Panel title={messages().summary.title}>
      <HorizontalScroll label={messages().summary.table}>
        <table className={classes.sums}>
          <thead>
            <tr>
              <th scope="col">{messages().summary.type}</th>
              <th scope="col">{messages().summary.lines}</th>
              {columns.map(([name, header]) => (
                <th key={name} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {batch.summary.map((row) => (
              <tr key={`${row.line_type} ${row.method} ${row.fee_rule}`}>
                <th scope="row">
                  {formatLineType(row.line_type)}
                  {row.method !== null && ` · ${formatFilterValue(row.method)}`}
                  {row.fee_rule !== null && ` · ${translateFeeRuleName(row.fee_rule, currentLanguage())}`}
                </th>
                <td>{formatCount(row.count)}</td>
                {columns.map(([name]) => (
                  <td key={name}>
                    <Amount value={row[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{messages().summary.batch}</th>
              <td>{formatCount(batch.line_count)}</td>
              {columns.map(([name]) => (
                <td key={name}>
                  <Amount value={batch[name]} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </HorizontalScroll>
    </Panel>
  );
}
