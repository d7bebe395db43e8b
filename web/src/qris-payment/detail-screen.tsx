import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { Button, Text } from '@mantine/core';
import { IconArrowLeft, IconQrcode } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { Amount, formatAmount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { isTyping } from '../ui/list-keys.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { StatusChip, wordsOf } from '../ui/status-chip.tsx';
import { CodePanel } from './code-panel.tsx';
import { useLivePayment } from './live-payment.ts';
import { PayloadPanel } from './payload-panel.tsx';
import classes from './qris-payment.module.css';

const Back = () => (
  <Link to="/qris-payment" className={classes.back}>
    <IconArrowLeft size={15} aria-hidden />
    QRIS payments
  </Link>
);

/** One code: its picture, what became of it, and what is written in it. */
export function QrisPaymentDetailScreen() {
  const { id } = useParams({ from: '/protected/qris-payment/$id' });
  const navigate = useNavigate();
  const payment = useLivePayment(id);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isTyping(event)) void navigate({ to: '/qris-payment' });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  if (payment.isPending) return <ScreenSkeleton />;
  if (payment.data !== undefined) return <Detail payment={payment.data.data} />;
  const { status_code, detail, request_id } = payment.error ?? { status_code: 0, detail: '', request_id: undefined };
  // A malformed id is as absent as an unknown one.
  const is_missing = status_code === 404 || status_code === 400;
  return (
    <Panel>
      {is_missing ? (
        <EmptyState
          title="QRIS payment not found"
          icon={<IconQrcode size={22} stroke={1.6} />}
          action={
            <Button variant="default" onClick={() => void navigate({ to: '/qris-payment' })}>
              Back to QRIS payments
            </Button>
          }
        >
          There is no code with the id <code>{id}</code> among your QRIS payments. Check that the whole id was copied.
        </EmptyState>
      ) : (
        <>
          <Back />
          <FailedState detail={detail} request_id={request_id} onRetry={() => void payment.refetch()} />
        </>
      )}
    </Panel>
  );
}

const Detail = ({ payment }: { payment: QrisPayment }) => (
  <>
    <PageHeader
      document_title={`QRIS ${formatAmount(payment.amount)} · ${wordsOf(payment.status)}`}
      back={<Back />}
      title={
        <span className={classes.headline}>
          <Amount value={payment.amount} strong />
          <StatusChip status={payment.status} />
        </span>
      }
      line={<CopyableId value={payment.id} label="QRIS id" />}
      actions={
        <Link to="/transaction/$id" params={{ id: payment.transaction_id }} className={classes.back}>
          Open the transaction
        </Link>
      }
    />
    <div className={classes.columns}>
      <div>
        <Panel title="Code">
          <CodePanel payment={payment} />
        </Panel>
      </div>
      <div>
        <Panel title="Summary">
          <DetailList rows={factsOf(payment)} />
        </Panel>
        {payment.qr_content === null ? (
          <Panel title="Payload">
            <Text c="dimmed">The bank has not issued the code.</Text>
          </Panel>
        ) : (
          <PayloadPanel payload={payment.qr_content} />
        )}
      </div>
    </div>
  </>
);

const factsOf = (payment: QrisPayment) =>
  [
    [
      'Transaction',
      <CopyableId key="transaction" value={payment.transaction_id} label="transaction id">
        <Link to="/transaction/$id" params={{ id: payment.transaction_id }}>
          {payment.transaction_id}
        </Link>
      </CopyableId>,
    ],
    ['Merchant reference', payment.merchant_reference],
    ['Description', payment.description],
    ['Type', 'Dynamic: one amount, one payment'],
    ['NMID', payment.nmid && <CopyableId key="nmid" value={payment.nmid} label="NMID" />],
    ['Created', <Instant key="created" at={payment.created_at} />],
    ['Expires', <Instant key="expires" at={payment.expires_at} />],
    ['Paid', payment.paid_at && <Instant key="paid" at={payment.paid_at} />],
    ['Issuer', payment.issuer],
    ['RRN', payment.rrn && <CopyableId key="rrn" value={payment.rrn} label="RRN" />],
  ] as const;
