import { valueLabel } from '../list/filter-labels.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { Panel } from '../ui/panel.tsx';
import { formatStatus } from '../ui/status-chip.tsx';
import type { BatchDetail } from './detail-screen.tsx';
import classes from './settlement.module.css';

const COLUMNS = [
  'gross_amount',
  'refund_amount',
  'fee_amount',
  'fee_vat_amount',
  'adjustment_amount',
  'net_amount',
] as const;
const WORDS = ['Gross', 'Refunds', 'Fees', 'PPN', 'Adjustments', 'Net'];

/** Sums by kind of line, method and fee rule. */
export const SummaryPanel = ({ batch }: { batch: BatchDetail }) => (
  <Panel title="By method and fee rule">
    <div className={classes.scroll}>
      <table className={classes.sums}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Lines</th>
            {WORDS.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {batch.summary.map((row) => (
            <tr key={`${row.line_type} ${row.method} ${row.fee_rule}`}>
              <th scope="row">
                {formatStatus(row.line_type)}
                {row.method !== null && ` · ${valueLabel(row.method)}`}
                {row.fee_rule !== null && ` · ${row.fee_rule}`}
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
            <th scope="row">Batch</th>
            <td>{formatCount(batch.line_count)}</td>
            {COLUMNS.map((name) => (
              <td key={name}>
                <Amount value={batch[name]} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  </Panel>
);
