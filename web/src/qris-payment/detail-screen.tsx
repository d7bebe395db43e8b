import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { formatTip } from '@dasbor/contract/qris-tip';
import { Button, Text } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Headline } from '../ui/headline.tsx';
import { Instant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { formatStatus } from '../ui/status-chip.tsx';
import { CodeActions } from './code-actions.tsx';
import { CodePanel } from './code-panel.tsx';

import { useLivePayment } from './use-live-payment.ts';
import { PayloadPanel } from './payload-panel.tsx';
import { messages } from './messages.ts';
import classes from './qris-payment.module.css';
import { CodeStatus } from './code-status.tsx';

const Back = () => <BackToList path="/qris-payment" label={messages().title} />;

/** Parts of other features, composed in app/. */
export interface QrisDetailSlots {
  /** The timeline of the payment of a dynamic code. */
  PaymentTimeline: ComponentType<{ transaction_id: string }>;
  StickerActions: ComponentType<{ code: QrisPayment }>;
  StickerPayments: ComponentType<{ id: string }>;
  StickerTimeline: ComponentType<{ id: string }>;
}

/** A QR code with its status, payments and payload. */
export function QrisPaymentDetailScreen(slots: QrisDetailSlots) {
  const t = messages().detail;
  const { id } = useParams({ from: '/protected/qris-payment/$id' });
  const navigate = useNavigate();
  const payment = useLivePayment(id);
  useBackOnEscape('/qris-payment');
  if (payment.isPending) return <ScreenSkeleton />;
  if (payment.data !== undefined) return <Detail payment={payment.data.data} slots={slots} />;
  const { status_code, detail, request_id } = payment.error ?? { status_code: 0, detail: '', request_id: undefined };
  // A malformed id is treated as not found.
  const is_missing = status_code === 404 || status_code === 400;
  return (
    <Panel>
      {is_missing ? (
        <EmptyState
          title={t.not_found}
          icon={<IconQrcode size={22} stroke={1.6} />}
          action={
            <Button variant="default" onClick={() => void navigate({ to: '/qris-payment' })}>
              {t.back}
            </Button>
          }
        >
          {t.not_found_before} <code>{id}</code>. {t.not_found_after}
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

const Detail = ({
  payment,
  slots: { PaymentTimeline, StickerActions, StickerPayments, StickerTimeline },
}: {
  payment: QrisPayment;
  slots: QrisDetailSlots;
}) => (
  <>
    <PageHeader
      document_title={messages().detail.document_title(formatTitle(payment), formatStatus(payment.status))}
      back={<Back />}
      title={
        <Headline>
          {payment.amount === null ? payment.name : <Amount value={payment.paid_amount ?? payment.amount} strong />}
          <CodeStatus code={payment} />
        </Headline>
      }
      line={<CopyableId value={payment.id} label={messages().fields.id} />}
      actions={payment.type === 'static' ? <StickerActions code={payment} /> : <CodeActions payment={payment} />}
    />
    <DetailTabs record={payment} audit={{ object_types: ['qris_payment', 'sticker'], object_id: payment.id }}>
      <div className={classes.columns}>
        <div>
          <Panel title={messages().code.panel}>
            <CodePanel payment={payment} />
          </Panel>
          {payment.transaction_id !== null && <PaymentTimeline transaction_id={payment.transaction_id} />}
          {payment.type === 'static' && <StickerTimeline id={payment.id} />}
        </div>
        <div>
          {payment.type === 'static' && <StickerPayments id={payment.id} />}
          <Panel title={messages().detail.summary}>
            <DetailList rows={buildSummaryRows(payment).filter(([, value]) => value !== null && value !== undefined)} />
          </Panel>
          {payment.qr_content === null ? (
            <Panel title={messages().payload.title}>
              <Text c="dimmed">{messages().payload.not_issued}</Text>
            </Panel>
          ) : (
            <PayloadPanel payload={payment.qr_content} />
          )}
        </div>
      </div>
    </DetailTabs>
  </>
);

function buildSummaryRows(payment: QrisPayment): readonly (readonly [label: string, value: ReactNode])[] {
  const { fields: t, type_lines } = messages();
  return [
    [
      t.transaction,
      payment.transaction_id && (
        <CopyableId key="transaction" value={payment.transaction_id} label={t.transaction_id}>
          <Link to="/transaction/$id" params={{ id: payment.transaction_id }}>
            {payment.transaction_id}
          </Link>
        </CopyableId>
      ),
    ],
    [t.merchant_reference, payment.merchant_reference],
    [t.description, payment.description],
    [t.type, type_lines[payment.type]],
    [t.store, payment.store],
    [t.terminal, payment.terminal],
    [t.tip, formatTip(payment, currentLanguage())],
    [t.tip_paid, payment.tip_amount > 0 ? <Amount key="tip" value={payment.tip_amount} /> : null],
    [t.nmid, payment.nmid && <CopyableId key="nmid" value={payment.nmid} label={t.nmid} />],
    [t.created, <Instant key="created" at={payment.created_at} />],
    [t.expires, payment.expires_at && <Instant key="expires" at={payment.expires_at} />],
    [t.paid, payment.paid_at && <Instant key="paid" at={payment.paid_at} />],
    [t.issuer, payment.issuer],
    [t.issuer_code, payment.issuer_code],
    [t.payer, payment.payer_name],
    [t.approval_code, payment.approval_code],
    [t.rrn, payment.rrn && <CopyableId key="rrn" value={payment.rrn} label={t.rrn} />],
    [t.refund, payment.refund?.detail],
  ];
}
