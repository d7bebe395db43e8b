import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Amount, formatRupiah, formatCount } from '../ui/amount.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import type { BatchDetail } from './detail-screen.tsx';
import { formatDestination } from './settlement-labels.ts';
import classes from './settlement.module.css';

const instantOr = (at: string | null) => (at === null ? null : <Instant at={at} />);

/** What the batch sums up to, and the check that its lines say the same. */
export function TotalsPanel({ batch }: { batch: BatchDetail }) {
  const difference = batch.net_amount - batch.lines_net_amount;
  return (
    <Panel title="Totals">
      {batch.held_reason !== null && (
        <Alert color="orange" mb="sm" title="On hold">
          {batch.held_reason}
        </Alert>
      )}
      {batch.failure_message !== null && (
        <Alert color="red" mb="sm" title="The payout failed">
          {batch.failure_message}
        </Alert>
      )}
      <DetailList
        rows={[
          ['Payments', formatCount(batch.transaction_count)],
          ['Gross', <Amount key="gross" value={batch.gross_amount} />],
          ['Refunds', <Amount key="refunds" value={-batch.refund_amount} />],
          ['Fees', <Amount key="fees" value={-batch.fee_amount} />],
          ['PPN on fees', <Amount key="vat" value={-batch.fee_vat_amount} />],
          ['Adjustments', <Amount key="adjustments" value={batch.adjustment_amount} />],
          ['Net', <Amount key="net" value={batch.net_amount} strong />],
          [
            'Paid between',
            batch.period_from && batch.period_to ? (
              <Period key="period" from={batch.period_from} to={batch.period_to} />
            ) : null,
          ],
          ['Paid to', formatDestination(batch)],
          ['Sent to the bank', instantOr(batch.sent_at)],
          ['Credited', instantOr(batch.paid_at)],
          ['Bank reference', batch.bank_reference],
        ]}
      />
      {difference === 0 ? (
        <div className={classes.foot} role="status">
          <span>Sum of all {formatCount(batch.line_count)} lines</span>
          <span>{formatRupiah(batch.lines_net_amount)} ✓</span>
        </div>
      ) : (
        <Alert color="red" mt="sm" icon={<IconAlertTriangle size={18} />} title="The lines do not add up">
          The lines sum up to {formatRupiah(batch.lines_net_amount)}: {formatRupiah(Math.abs(difference))} apart. Please
          tell support.
        </Alert>
      )}
    </Panel>
  );
}

const Period = ({ from, to }: { from: string; to: string }) => (
  <>
    <Instant at={from} /> – <Instant at={to} />
  </>
);
