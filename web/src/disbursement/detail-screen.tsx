import { bankShortName } from '@dasbor/contract/bank';
import { formatAccountNumber } from '@dasbor/contract/account-number';
import { getDisbursement } from '@dasbor/contract/disbursement';
import type { Output } from '@dasbor/contract/route';
import { Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { Amount } from '../ui/amount.tsx';
import { Callout } from '../ui/callout.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { ApprovalPanel } from './approval-panel.tsx';
import { DetailActions } from './detail-actions.tsx';
import { DisbursementStatusChip } from './disbursement-status.tsx';
import { DisbursementTimeline } from './disbursement-timeline.tsx';
import classes from './disbursement.module.css';
import { formatAccount, formatRail, formatReason } from './labels.ts';
import { messages } from './messages.ts';
import { RailLogPanel } from './rail-log-panel.tsx';

export type DisbursementDetail = Output<typeof getDisbursement>['data'];

const Back = () => <BackToList path="/disbursement" label={messages().title} />;

/** Parts of other features on this page; the application composes them. */
interface DisbursementSlots {
  /** Buttons in the header, after those of the disbursement itself. */
  actions?: ReactNode;
  /** Panels below those of the right column. */
  panels?: ReactNode;
}

/** One disbursement with its approvals, timeline and messages to and from the bank. */
export function DisbursementDetailScreen({ id, ...slots }: DisbursementSlots & { id: string }) {
  const client = useQueryClient();
  const detail = useQuery({ ...buildQuery(getDisbursement, { params: { id } }), meta: { quiet: true } });
  useBackOnEscape('/disbursement');
  useLiveBatch('disbursement', ({ ids, is_resync }) => {
    if (is_resync || ids.has(id))
      void client.invalidateQueries({ queryKey: buildQueryKey(getDisbursement, { params: { id } }) });
  });
  if (detail.isPending) return <ScreenSkeleton />;
  if (detail.data !== undefined) return <Detail row={detail.data.data} {...slots} />;
  const { status_code, detail: message, request_id } = detail.error;
  // A malformed id is treated as not found.
  if (status_code === 404 || status_code === 400) {
    return (
      <Panel>
        <Back />
        <EmptyState title={messages().detail.not_found}>{messages().detail.not_found_line}</EmptyState>
      </Panel>
    );
  }
  return (
    <Panel>
      <Back />
      <FailedState detail={message} request_id={request_id} onRetry={() => void detail.refetch()} />
    </Panel>
  );
}

function Detail({ row, actions, panels }: DisbursementSlots & { row: DisbursementDetail }) {
  const t = messages();
  const reason = formatReason(row);
  return (
    <>
      <PageHeader
        back={<Back />}
        document_title={row.merchant_reference}
        title={
          <span className={classes.headline}>
            <Amount value={row.amount} strong />
            <DisbursementStatusChip status={row.status} />
          </span>
        }
        line={
          <>
            {row.verified_name} · {formatAccount(row)} · <CopyableId value={row.id} label={t.columns.id} />
          </>
        }
        actions={
          <>
            <DetailActions row={row} />
            {actions}
          </>
        }
      />
      <Stack gap="md">
        {row.status === 'unknown' && <Callout kind="warning">{t.detail.unknown_line}</Callout>}
        {reason !== null && (
          <Callout kind={row.failure_code === null ? 'info' : 'error'}>{formatFailure(row, reason)}</Callout>
        )}
        <DetailTabs record={row} audit={{ object_types: ['disbursement'], object_id: row.id }}>
          <div className={classes.columns}>
            <div>
              <Panel title={t.detail.payment}>
                <DetailList rows={buildPaymentRows(row)} />
              </Panel>
              <DisbursementTimeline events={row.events} />
              <RailLogPanel entries={row.rail_log} />
            </div>
            <div>
              <ApprovalPanel row={row} />
              <Panel title={t.detail.references}>
                <DetailList rows={buildReferenceRows(row)} />
              </Panel>
              {panels}
            </div>
          </div>
        </DetailTabs>
      </Stack>
    </>
  );
}

/** The reason, with what the bank itself said. */
const formatFailure = ({ failure_message }: DisbursementDetail, reason: string): string =>
  failure_message === null || failure_message === reason ? reason : `${reason}: ${failure_message}`;

function buildPaymentRows(row: DisbursementDetail) {
  const t = messages().detail;
  const { create } = messages();
  return [
    [t.beneficiary, row.verified_name],
    [t.account_name, row.account_name],
    [t.name_match, row.name_match === null ? null : `${row.name_match}%`],
    [t.bank, bankShortName(row.bank_code)],
    [t.account, formatAccountNumber(row.account_last4)],
    [create.amount, <Amount key="amount" value={row.amount} strong />],
    [create.fee, <Amount key="fee" value={row.fee_amount} />],
    [create.vat, <Amount key="vat" value={row.fee_vat_amount} />],
    [create.total, <Amount key="total" value={row.total_amount} strong />],
    [t.rail, formatRail(row.rail)],
    [t.description, row.description],
    [t.emails, row.emails.join(', ')],
    [t.schedule, row.schedule_at && <Instant key="schedule" at={row.schedule_at} />],
    [t.expected, row.expected_at && <Instant key="expected" at={row.expected_at} />],
  ] as const;
}

const DisbursementLink = ({ id }: { id: string }) => (
  <Link to="/disbursement/$id" params={{ id }} className={links.link} title={id}>
    {shortenId(id)}
  </Link>
);

function buildReferenceRows(row: DisbursementDetail) {
  const t = messages().detail;
  const rows = [
    [t.merchant_reference, <CopyableId key="reference" value={row.merchant_reference} label={t.merchant_reference} />],
    [t.partner_reference, <CopyableId key="partner" value={row.partner_reference_no} label={t.partner_reference} />],
    [
      t.bank_reference,
      row.bank_reference && <CopyableId key="bank" value={row.bank_reference} label={t.bank_reference} />,
    ],
    [t.response_code, row.response_code],
    [t.batch, row.batch_id && <DisbursementLink key="batch" id={row.batch_id} />],
    [t.retry_of, row.retry_of && <DisbursementLink key="retry_of" id={row.retry_of} />],
    [t.retried_as, row.retried_as && <DisbursementLink key="retried_as" id={row.retried_as} />],
    [t.requested_by, row.requested_by],
    [t.sent, row.sent_at && <Instant key="sent" at={row.sent_at} seconds />],
    [t.completed, row.completed_at && <Instant key="completed" at={row.completed_at} seconds />],
    [t.reversed, row.reversed_at && <Instant key="reversed" at={row.reversed_at} seconds />],
  ] as const;
  return rows.filter(([, value]) => value !== null);
}
