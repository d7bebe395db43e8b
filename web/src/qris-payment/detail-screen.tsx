import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { Button, Text } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { StatusChip, formatStatus } from '../ui/status-chip.tsx';
import { CodeActions } from './code-actions.tsx';
import { CodePanel } from './code-panel.tsx';
import { formatTip } from './code-labels.ts';
import { useLivePayment } from './use-live-payment.ts';
import { PayloadPanel } from './payload-panel.tsx';
import classes from './qris-payment.module.css';
import { StickerPayments } from '../sticker/payments-panel.tsx';
import { CodeStatus } from './code-status.tsx';
import { TimelinePanel } from './timeline-panel.tsx';

const Back = () => <BackToList path="/qris-payment" label="QRIS payments" />;

/** One code: its picture, what became of it, and what is written in it. */
export function QrisPaymentDetailScreen() {
  const { id } = useParams({ from: '/protected/qris-payment/$id' });
  const navigate = useNavigate();
  const payment = useLivePayment(id);
  useBackOnEscape('/qris-payment');
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

const formatTitle = ({ amount, name }: QrisPayment): string => (amount === null ? (name ?? '') : formatRupiah(amount));

const Detail = ({ payment }: { payment: QrisPayment }) => (
  <>
    <PageHeader
      document_title={`QRIS ${formatTitle(payment)} · ${formatStatus(payment.status)}`}
      back={<Back />}
      title={
        <span className={classes.headline}>
          {payment.amount === null ? payment.name : <Amount value={payment.paid_amount ?? payment.amount} strong />}
          {payment.type === 'static' ? <CodeStatus status={payment.status} /> : <StatusChip status={payment.status} />}
        </span>
      }
      line={<CopyableId value={payment.id} label="QRIS id" />}
      actions={<CodeActions payment={payment} />}
    />
    <div className={classes.columns}>
      <div>
        <Panel title="Code">
          <CodePanel payment={payment} />
        </Panel>
        {payment.transaction_id !== null && <TimelinePanel transaction_id={payment.transaction_id} />}
      </div>
      <div>
        {payment.type === 'static' && <StickerPayments id={payment.id} />}
        <Panel title="Summary">
          <DetailList rows={buildSummaryRows(payment).filter(([, value]) => value !== null && value !== undefined)} />
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

const buildSummaryRows = (payment: QrisPayment) =>
  [
    [
      'Transaction',
      payment.transaction_id && (
        <CopyableId key="transaction" value={payment.transaction_id} label="transaction id">
          <Link to="/transaction/$id" params={{ id: payment.transaction_id }}>
            {payment.transaction_id}
          </Link>
        </CopyableId>
      ),
    ],
    ['Merchant reference', payment.merchant_reference],
    ['Description', payment.description],
    [
      'Type',
      payment.type === 'static' ? 'Sticker: any amount, any number of payments' : 'Dynamic: one amount, one payment',
    ],
    ['Store', payment.store],
    ['Terminal', payment.terminal],
    ['Tip', formatTip(payment)],
    ['Tip paid', payment.tip_amount > 0 ? <Amount key="tip" value={payment.tip_amount} /> : null],
    ['NMID', payment.nmid && <CopyableId key="nmid" value={payment.nmid} label="NMID" />],
    ['Created', <Instant key="created" at={payment.created_at} />],
    ['Expires', payment.expires_at && <Instant key="expires" at={payment.expires_at} />],
    ['Paid', payment.paid_at && <Instant key="paid" at={payment.paid_at} />],
    ['Issuer', payment.issuer],
    ['Issuer number', payment.issuer_code],
    ['Payer', payment.payer_name],
    ['Approval code', payment.approval_code],
    ['RRN', payment.rrn && <CopyableId key="rrn" value={payment.rrn} label="RRN" />],
    ['Refund', payment.refund?.detail],
  ] as const;
