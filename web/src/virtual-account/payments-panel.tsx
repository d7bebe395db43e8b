import { bankShortName } from '@dasbor/contract/bank';
import { listVirtualAccountPayments } from '@dasbor/contract/virtual-account-payment';
import type { VaPayment } from '@dasbor/contract/virtual-account-fields';
import { Button, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildPagesQuery } from '../api/query.ts';
import { ExportButton } from '../list/export-button.tsx';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, STATUS, TIME, renderText } from '../ui/column.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
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
      <PanelTable
        label={t.title}
        columns={listColumns(t)}
        rows={rows}
        keyOf={(payment) => payment.id}
        renderCard={(payment) => <PaymentCard payment={payment} />}
      />
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

const listColumns = (t: Messages['payments']): readonly Column<VaPayment>[] => [
  { ...TIME, id: 'paid', label: t.paid, priority: 3, render: (payment) => <Instant at={payment.paid_at} /> },
  { ...AMOUNT, id: 'amount', label: t.amount, render: (payment) => <Amount value={payment.amount} strong /> },
  { ...STATUS, id: 'match', label: t.match, render: (payment) => <Match payment={payment} /> },
  {
    id: 'transaction',
    label: t.transaction,
    width_px: 150,
    priority: 2,
    render: (payment) => (
      <>
        <PaymentTransaction payment={payment} />
        <BankId value={payment.payment_request_id} label="paymentRequestId" />
      </>
    ),
  },
  {
    id: 'payer',
    label: t.payer,
    width_px: 130,
    priority: 1,
    render: ({ sender_name, sender_bank }) => (
      <>
        {renderText(sender_name)}
        <div className={classes.quiet}>{sender_bank && bankShortName(sender_bank)}</div>
      </>
    ),
  },
];

const Match = ({ payment: { match, detail } }: { payment: VaPayment }) => (
  <>
    <MatchChip match={match} />
    {detail !== null && <div className={classes.detail}>{detail}</div>}
  </>
);

const PaymentTransaction = ({ payment: { transaction_id: id } }: { payment: VaPayment }) =>
  id === null ? (
    messages().payments.none
  ) : (
    <Link to="/transaction/$id" params={{ id }} title={id}>
      {shortenId(id)}
    </Link>
  );

const PaymentCard = ({ payment }: { payment: VaPayment }) => (
  <RowCard>
    <Amount value={payment.amount} strong />
    <MatchChip match={payment.match} />
    <span>
      <PaymentTransaction payment={payment} />
    </span>
    <SecondaryText>{payment.sender_bank && bankShortName(payment.sender_bank)}</SecondaryText>
    <SecondaryText>
      <Instant at={payment.paid_at} />
    </SecondaryText>
    <SecondaryText>{payment.sender_name}</SecondaryText>
    {payment.detail !== null && <div className={classes.detail}>{payment.detail}</div>}
  </RowCard>
);

/** Long IDs of the bank are shortened to their end, which people compare. */
const BankId = ({ value, label }: { value: string; label: string }) => (
  <div className={classes.quiet}>
    <CopyableId value={value} label={label}>
      <span title={value}>{value.length > 12 ? `…${value.slice(-10)}` : value}</span>
    </CopyableId>
  </div>
);
