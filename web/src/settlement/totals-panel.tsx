import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Amount, formatRupiah, formatCount } from '../ui/amount.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import type { BatchDetail } from './batch-detail.ts';
import { messages } from './messages.ts';
import { formatDestination } from './settlement-labels.ts';
import classes from './settlement.module.css';

const renderInstant = (at: string | null) => (at === null ? null : <Instant at={at} />);

/** Totals of the batch, and the check that its lines add up to them. */
export function TotalsPanel({ batch }: { batch: BatchDetail }) {
  const { columns, totals: t } = messages();
  const difference = batch.net_amount - batch.lines_net_amount;
  return (
    <Panel title={t.title}>
      {batch.held_reason !== null && (
        <Alert color="orange" mb="sm" title={t.held}>
          {batch.held_reason}
        </Alert>
      )}
      {batch.failure_message !== null && (
        <Alert color="red" mb="sm" title={batch.status === 'returned' ? t.payout_returned : t.payout_failed}>
          {batch.failure_message}
        </Alert>
      )}
      <DetailList
        rows={[
          [columns.payments, formatCount(batch.transaction_count)],
          [columns.gross, <Amount key="gross" value={batch.gross_amount} />],
          [columns.refunds, <Amount key="refunds" value={-batch.refund_amount} />],
          [columns.fees, <Amount key="fees" value={-batch.fee_amount} />],
          [t.fee_vat, <Amount key="vat" value={-batch.fee_vat_amount} />],
          [columns.adjustments, <Amount key="adjustments" value={batch.adjustment_amount} />],
          [columns.net, <Amount key="net" value={batch.net_amount} strong />],
          [
            t.paid_between,
            batch.period_from && batch.period_to ? (
              <Period key="period" from={batch.period_from} to={batch.period_to} />
            ) : null,
          ],
          [t.destination, formatDestination(batch)],
          ...(batch.destination === 'bank' ? [[t.sent, renderInstant(batch.sent_at)] as const] : []),
          [t.credited, renderInstant(batch.paid_at)],
          [t.bank_reference, batch.bank_reference],
        ]}
      />
      {difference === 0 ? (
        <div className={classes.foot} role="status">
          <span>{t.sum(formatCount(batch.line_count))}</span>
          <span>{formatRupiah(batch.lines_net_amount)} ✓</span>
        </div>
      ) : (
        <Alert color="red" mt="sm" icon={<IconAlertTriangle size={18} />} title={t.mismatch}>
          {t.mismatch_line(formatRupiah(batch.lines_net_amount), formatRupiah(Math.abs(difference)))}
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
