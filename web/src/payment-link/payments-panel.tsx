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
import { messages } from './messages.ts';

type Payment = Output<typeof listLinkPayments>['data'][number];

/** Payments and attempts, newest first. */
export function PaymentsPanel({ link }: { link: LinkDetail }) {
  const t = messages().payments;
  const payments = useInfiniteQuery({
    ...buildPagesQuery(listLinkPayments, { params: { id: link.id }, query: { limit: 20 } }),
    meta: { quiet: true },
  });
  const rows = payments.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel title={t.title} flush>
      {payments.isPending ? (
        <Skeleton h={120} m="md" />
      ) : payments.isError && rows.length === 0 ? (
        <FailedState detail={payments.error.message} onRetry={() => void payments.refetch()} />
      ) : rows.length === 0 ? (
        <Text c="dimmed" p="md">
          {t.empty}
        </Text>
      ) : (
        <>
          {/* Wider than a phone screen: scrolls horizontally, also by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
          <div className={classes.scroll} tabIndex={0} role="group" aria-label={t.label}>
            <PaymentTable rows={rows} />
          </div>
          {payments.hasNextPage && (
            <Button
              variant="subtle"
              m="xs"
              loading={payments.isFetchingNextPage}
              onClick={() => void payments.fetchNextPage()}
            >
              {t.more}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

function PaymentTable({ rows }: { rows: readonly Payment[] }) {
  const t = messages();
  const may_open = useMay('Transactions', 'view');
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>{t.payments.time}</th>
          <th>{t.payments.transaction}</th>
          <th>{t.payments.payer}</th>
          <th>{t.payments.method}</th>
          <th data-right>{t.columns.amount}</th>
          <th data-right>{t.payments.net}</th>
          <th>{t.columns.status}</th>
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
            <td data-right>{row.net_amount === null ? '–' : <Amount value={row.net_amount} />}</td>
            <td>
              <StatusChip status={row.status} />
              {row.duplicate_payment && (
                <Badge ml={6} color="red.9" variant="light">
                  {t.payments.refund}
                </Badge>
              )}
              {row.late_payment && (
                <Badge ml={6} color="gray" variant="light" c="dimmed">
                  {t.payments.late}
                </Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
