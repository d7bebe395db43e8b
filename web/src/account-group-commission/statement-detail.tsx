import {
  type CommissionStatementDetail,
  downloadCommissionStatement,
  getCommissionStatement,
  listCommissionStatementLines,
} from '@dasbor/contract/commission-statement';
import { Button, Group, Stack } from '@mantine/core';
import {
  IconArrowUpRight,
  IconChecks,
  IconCircleCheck,
  IconCircleX,
  IconDownload,
  IconFileCheck,
  IconHourglass,
  IconPlayerPause,
  IconReceipt2,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery } from '../api/query.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { Amount } from '../ui/amount.tsx';
import { Callout } from '../ui/callout.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { MetricTile, MetricTiles } from '../ui/metric-tiles.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { showError } from '../ui/toast.ts';
import { EventTimeline, type TimelineIcon, formatActor } from '../ui/timeline.tsx';
import classes from './commission.module.css';
import { formatPpm } from './labels.ts';
import { messages } from './messages.ts';
import { StatementActions } from './statement-actions.tsx';
import { StatementChip, formatDays, formatStatementAccount, getStatementChip } from './statement-chip.tsx';
import { StatementLinesPanel } from './statement-lines-panel.tsx';

/** Approve and reject of an open request, where the signed-in person may decide it. */
export type Decision = (approval_id: string) => ReactNode;

interface StatementDetailProps {
  rule_id: string;
  id: string;
  decision: Decision;
}

/** A commission statement: its amounts by merchant, its payment and its timeline. */
export function StatementDetail({ rule_id, id, decision }: StatementDetailProps) {
  const t = messages().statement;
  const navigate = useNavigate();
  const found = useQuery({ ...buildQuery(getCommissionStatement, { params: { id } }), meta: { quiet: true } });
  const back = (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={() =>
        void navigate({
          to: '/account-group-commission/$id',
          params: { id: rule_id },
          search: { tab: 'statements' },
        })
      }
    >
      {t.back}
    </Button>
  );
  if (found.isPending) {
    return (
      <Panel>
        <ListSkeleton rows={6} />
      </Panel>
    );
  }
  if (found.data !== undefined) {
    return (
      <Stack gap="md">
        <div>{back}</div>
        <DetailTabs
          field="section"
          record={found.data.data}
          audit={{
            object_types: ['commission_statement'],
            object_id: id,
            log: { merchant_id: found.data.data.beneficiary_id },
          }}
        >
          <Stack gap="md">
            <StatementPanels statement={found.data.data} decision={decision} />
          </Stack>
        </DetailTabs>
      </Stack>
    );
  }
  const { status_code, detail, request_id } = found.error;
  if (status_code !== 404 && status_code !== 400) {
    return (
      <Panel>
        <FailedState detail={detail} request_id={request_id} onRetry={() => void found.refetch()} />
      </Panel>
    );
  }
  return (
    <Panel>
      <EmptyState title={t.not_found} icon={<IconReceipt2 size={22} stroke={1.6} />} action={back}>
        {t.not_found_line}
      </EmptyState>
    </Panel>
  );
}

function PdfButton({ id, number }: { id: string; number: string }) {
  const download = useMutation({
    mutationFn: () => downloadFile(downloadCommissionStatement, { params: { id }, file_name: `${number}.pdf` }),
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <Button
      variant="default"
      loading={download.isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => download.mutate()}
    >
      {messages().statement.pdf}
    </Button>
  );
}

function StatementPanels({ statement, decision }: { statement: CommissionStatementDetail; decision: Decision }) {
  const { statement: t, detail } = messages();
  const { id, number, status, approval_id, net_amount, carried_to_number, failure_message } = statement;
  const held_reason = statement.events.findLast(({ to_status }) => to_status === 'on_hold')?.reason ?? null;
  return (
    <>
      <Panel
        title={number}
        actions={
          <Group gap="xs">
            <DownloadButton
              label={t.download}
              route={listCommissionStatementLines}
              input={{ params: { id } }}
              file_name={number}
            />
            <PdfButton id={id} number={number} />
            {approval_id !== null && decision(approval_id)}
            <StatementActions statement={statement} />
          </Group>
        }
      >
        <Stack gap="md">
          <span className={classes.headline}>
            <StatementChip status={status} />
            {formatDays(statement)}
          </span>
          {status === 'failed' && failure_message !== null && (
            <Callout kind="error">{t.failed(failure_message)}</Callout>
          )}
          {status === 'on_hold' && held_reason !== null && <Callout kind="warning">{t.on_hold(held_reason)}</Callout>}
          {net_amount < 0 && (
            <Callout kind="info">
              {carried_to_number === null ? t.carried_open : t.carried_to(carried_to_number)}
            </Callout>
          )}
          <MetricTiles>
            <MetricTile label={detail.commission}>
              <Amount value={statement.commission_amount} />
            </MetricTile>
            <MetricTile label={detail.adjustments}>
              <Amount value={statement.adjustment_amount} />
            </MetricTile>
            {statement.carried_amount !== 0 && (
              <MetricTile label={t.carried}>
                <Amount value={statement.carried_amount} />
              </MetricTile>
            )}
            <MetricTile
              label={statement.tax_rate_ppm === 0 ? t.tax : `${t.tax} (${formatPpm(statement.tax_rate_ppm)})`}
            >
              <Amount value={statement.tax_amount} />
            </MetricTile>
            <MetricTile label={t.net}>
              <Amount value={net_amount} strong />
            </MetricTile>
          </MetricTiles>
        </Stack>
      </Panel>
      <StatementLinesPanel lines={statement.lines} />
      <div className={classes.grid}>
        <Panel title={t.details}>
          <DetailList rows={listDetails(statement)} />
        </Panel>
        <Panel title={t.timeline}>
          <EventTimeline events={listEvents(statement)} />
        </Panel>
      </div>
    </>
  );
}

function listDetails(statement: CommissionStatementDetail): (readonly [string, ReactNode])[] {
  const { statement: t, fields, detail } = messages();
  const account = [formatStatementAccount(statement), statement.holder_name].filter((part) => part !== null);
  return [
    [fields.group, statement.group_name],
    [t.account, [statement.beneficiary_name, ...account].join(' · ')],
    [detail.period, formatDays(statement)],
    [t.submitted_by, statement.submitted_by],
    [t.approved_by, statement.approved_by],
    [t.remark, statement.remark],
    [t.reference, statement.bank_reference],
    [t.paid, statement.paid_at === null ? null : <Instant key="paid" at={statement.paid_at} />],
    [t.id, <CopyableId key="id" value={statement.id} label={t.id} />],
  ];
}

const ICONS: Record<CommissionStatementDetail['status'], TimelineIcon> = {
  open: IconReceipt2,
  closed: IconFileCheck,
  pending_approval: IconHourglass,
  approved: IconChecks,
  on_hold: IconPlayerPause,
  processing: IconArrowUpRight,
  paid: IconCircleCheck,
  failed: IconCircleX,
};

const listEvents = ({ events }: CommissionStatementDetail) =>
  events.map((event, index) => ({
    key: index,
    at: event.at,
    icon: ICONS[event.to_status],
    chip: getStatementChip(event.to_status),
    actor: formatActor(event),
    note: event.reason,
  }));
