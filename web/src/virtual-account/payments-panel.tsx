import { listVirtualAccountPayments } from '@dasbor/contract/virtual-account-payment';
import type { VaPayment } from '@dasbor/contract/virtual-account-fields';
import { Button, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildPagesQuery } from '../api/query.ts';
import { ExportButton } from '../list/export-button.tsx';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import type { VaDetail } from './use-live-va.ts';
import { type Messages, messages } from './messages.ts';
import { MatchChip } from './va-labels.tsx';
import classes from './virtual-account.module.css';

const PAGE = 50;

/** Payments that the bank reported, accepted or not, newest first. */
export function PaymentsPanel({ va }: { va: VaDetail }) {
  const t = messages().payments;
  const { id } = va;
  const client = useQueryClient();
  const input = { params: { id }, query: { limit: PAGE } };
  const payments = useInfiniteQuery({ ...buildPagesQuery(listVirtualAccountPayments, input), meta: { quiet: true } });
  useLiveBatch('virtual-account', ({ ids, is_resync }) => {
    if (!is_resync && !ids.has(id)) return;
    void client.invalidateQueries({ queryKey: buildQueryKey(listVirtualAccountPayments, { params: { id } }) });
  });
  const rows = payments.data?.pages.flatMap(({ data }) => data) ?? [];
  if (payments.isPending) {
    return (
      <Panel title={t.title}>
        <CardSkeleton lines={4} />
      </Panel>
    );
  }
  if (rows.length === 0) {
    return (
      <Panel title={t.title}>
        {payments.isError ? (
          <FailedState detail={payments.error.message} onRetry={() => void payments.refetch()} />
        ) : (
          <Text c="dimmed">{t.empty}</Text>
        )}
      </Panel>
    );
  }
  const file = { list: 'virtual-account-payments', params: { id }, query: {} } as const;
  return (
    <Panel title={t.title} flush actions={<ExportButton route={listVirtualAccountPayments} {...file} />}>
      <PaymentTable rows={rows} t={t} />
      {payments.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            size="compact-sm"
            loading={payments.isFetchingNextPage}
            onClick={() => void payments.fetchNextPage({ cancelRefetch: false })}
          >
            {t.more}
          </Button>
        </div>
      )}
    </Panel>
  );
}

const PaymentTable = ({ rows, t }: { rows: readonly VaPayment[]; t: Messages['payments'] }) => (
  <div className={classes.scroll} role="group" aria-label={t.scrollable} tabIndex={0}>
    <table className={classes.table} aria-label={t.title}>
      <thead>
        <tr>
          <th scope="col">{t.paid}</th>
          <th scope="col" className={classes.right}>
            {t.amount}
          </th>
          <th scope="col">{t.match}</th>
          <th scope="col">{t.transaction}</th>
          <th scope="col">{t.payer}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </tbody>
    </table>
  </div>
);

const PaymentRow = ({ payment }: { payment: VaPayment }) => (
  <tr>
    <td>
      <Instant at={payment.paid_at} />
    </td>
    <td className={classes.right}>
      <Amount value={payment.amount} strong />
    </td>
    <td>
      <MatchChip match={payment.match} />
      {payment.detail !== null && <div className={classes.quiet}>{payment.detail}</div>}
    </td>
    <td>
      {payment.transaction_id === null ? (
        messages().payments.none
      ) : (
        <Link to="/transaction/$id" params={{ id: payment.transaction_id }} title={payment.transaction_id}>
          {shortId(payment.transaction_id)}
        </Link>
      )}
      <BankId value={payment.payment_request_id} label="paymentRequestId" />
    </td>
    <td>
      {payment.sender_name ?? '–'}
      <div className={classes.quiet}>{payment.sender_bank}</div>
    </td>
  </tr>
);

/** Long IDs of the bank are shortened to their end, which people compare. */
const BankId = ({ value, label }: { value: string; label: string }) => (
  <div className={classes.quiet}>
    <CopyableId value={value} label={label}>
      <span title={value}>{value.length > 12 ? `…${value.slice(-10)}` : value}</span>
    </CopyableId>
  </div>
);
