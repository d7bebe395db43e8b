import { translateFeeRuleName } from '@dasbor/contract/fee-rule-names';
import { valueLabel } from '../list/filter-labels.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Panel } from '../ui/panel.tsx';
import { SideScroll } from '../ui/side-scroll.tsx';
import type { BatchDetail } from './batch-detail.ts';
import { type Messages, messages } from './messages.ts';
import { lineTypeLabel } from './settlement-labels.ts';
import classes from './settlement.module.css';

const COLUMNS = [
  'gross_amount',
  'refund_amount',
  'fee_amount',
  'fee_vat_amount',
  'adjustment_amount',
  'net_amount',
] as const;

const listHeaders = ({ columns }: Messages): string[] => [
  columns.gross,
  columns.refunds,
  columns.fees,
  columns.vat,
  columns.adjustments,
  columns.net,
];

/** Sums by line type, method and fee rule. */
export const SummaryPanel = ({ batch }: { batch: BatchDetail }) => (
  <Panel title={messages().summary.title}>
    <SideScroll label={messages().summary.table}>
      <table className={classes.sums}>
        <thead>
          <tr>
            <th scope="col">{messages().summary.type}</th>
            <th scope="col">{messages().summary.lines}</th>
            {listHeaders(messages()).map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {batch.summary.map((row) => (
            <tr key={`${row.line_type} ${row.method} ${row.fee_rule}`}>
              <th scope="row">
                {lineTypeLabel(row.line_type)}
                {row.method !== null && ` · ${valueLabel(row.method)}`}
                {row.fee_rule !== null && ` · ${translateFeeRuleName(row.fee_rule, currentLanguage())}`}
              </th>
              <td>{formatCount(row.count)}</td>
              {COLUMNS.map((name) => (
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
            {COLUMNS.map((name) => (
              <td key={name}>
                <Amount value={batch[name]} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </SideScroll>
  </Panel>
);
