import { listLinkPayments } from '@dasbor/contract/payment-link';
import type { Output } from '@dasbor/contract/route';
import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { buildPagesQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { valueLabel } from '../list/filter-labels.ts';
import { Amount } from '../ui/amount.tsx';
import { shortId } from '../ui/copyable-id.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import type { LinkDetail } from './detail-screen.tsx';
import { TransactionLink } from './summary-panels.tsx';
import classes from './payment-link.module.css';

type Payment = Output<typeof listLinkPayments>['data'][number];

/** Payments and attempts, newest first. */
export function PaymentsPanel({ link }: { link: LinkDetail }) {
  const payments = useInfiniteQuery({
    ...buildPagesQuery(listLinkPayments, { params: { id: link.id }, query: { limit: 20 } }),
    meta: { quiet: true },
  });
  const rows = payments.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel title="Payments" flush>
      {payments.isPending ? (
        <Skeleton h={120} m="md" />
      ) : payments.isError && rows.length === 0 ? (
        <FailedState detail={payments.error.message} onRetry={() => void payments.refetch()} />
      ) : rows.length === 0 ? (
        <Text c="dimmed" p="md">
          Nobody has chosen a way to pay yet. Every attempt appears here at once.
        </Text>
      ) : (
        <>
          {/* Wider than a phone: it scrolls by itself, by keyboard too. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a place that scrolls must be reachable by keyboard */}
          <div className={classes.scroll} tabIndex={0} role="group" aria-label="Payments of the link">
            <PaymentTable rows={rows} />
          </div>
          {payments.hasNextPage && (
            <Button
              variant="subtle"
              m="xs"
              loading={payments.isFetchingNextPage}
              onClick={() => void payments.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

function PaymentTable({ rows }: { rows: readonly Payment[] }) {
  const may_open = useMay('Transactions', 'view');
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>Time</th>
          <th>Transaction</th>
          <th>Payer</th>
          <th>Method</th>
          <th data-right>Amount</th>
          <th data-right>Net</th>
          <th>Status</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Instant at={row.paid_at ?? row.created_at} />
            </td>
            <td>{may_open ? <TransactionLink id={row.id}>{shortId(row.id)}</TransactionLink> : shortId(row.id)}</td>
            <td>{row.payer ?? '–'}</td>
            <td>{row.channel_code ?? valueLabel(row.method)}</td>
            <td data-right>
              <Amount value={row.amount} strong />
            </td>
            <td data-right>{row.paid_at === null ? '–' : <Amount value={row.net_amount} />}</td>
            <td>
              <StatusChip status={row.status} />
              {row.duplicate_payment && (
                <Badge ml={6} color="red.9" variant="light">
                  Give back
                </Badge>
              )}
              {row.late_payment && (
                <Badge ml={6} color="gray" variant="light" c="dimmed">
                  Late
                </Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
