import { getRefund } from '@dasbor/contract/refund';
import { Drawer, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { SheetTabs } from '../list/detail-tabs.tsx';
import { Amount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { EffectsList } from './effects-list.tsx';
import { getEffects } from './effects.ts';
import { messages } from './messages.ts';
import type { RefundDetail } from './refund-detail.ts';
import { formatDestination, formatFailure, formatReason } from './refund-labels.ts';
import { RefundLog } from './refund-log.tsx';
import { RefundTimeline } from './refund-timeline.tsx';
import classes from './refund.module.css';

/** One refund of the payment next to it, at its own address: `?refund=rfd_…`. */
export function RefundSheet({ transaction_id }: { transaction_id: string }) {
  const may_see = useHasAccess('Refunds', 'view');
  const { refund: id } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, refund: undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Drawer
      opened={may_see && id !== undefined}
      onClose={close}
      position="right"
      size={480}
      title={messages().sheet.title}
      styles={{ title: { fontSize: 16, fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': messages().close }}
    >
      {id !== undefined && <LoadedRefund id={id} transaction_id={transaction_id} />}
    </Drawer>
  );
}

function LoadedRefund({ id, transaction_id }: { id: string; transaction_id: string }) {
  const client = useQueryClient();
  const refund = useQuery({ ...buildQuery(getRefund, { params: { id } }), meta: { quiet: true } });
  useLiveBatch('refund', ({ ids, is_resync }) => {
    if (is_resync || ids.has(id))
      void client.invalidateQueries({ queryKey: buildQueryKey(getRefund, { params: { id } }) });
  });
  if (refund.isPending) return <CardSkeleton lines={8} />;
  const { data } = refund.data ?? {};
  // A malformed id, or a refund of another payment, is treated as not found.
  const is_missing = refund.error?.status_code === 404 || refund.error?.status_code === 400;
  if (is_missing || (data !== undefined && data.transaction_id !== transaction_id)) {
    return (
      <EmptyState title={messages().sheet.not_found}>
        <code>{id}</code>
      </EmptyState>
    );
  }
  if (data !== undefined) return <RefundDetails refund={data} />;
  return (
    <FailedState
      detail={refund.error?.message ?? ''}
      request_id={refund.error?.request_id}
      onRetry={() => void refund.refetch()}
    />
  );
}

function RefundDetails({ refund }: { refund: RefundDetail }) {
  const t = messages();
  const failure = formatFailure(refund) ?? refund.rejected_reason;
  return (
    <Stack gap="lg">
      <div className={classes.head}>
        <Text component="div" fz={22} fw={650}>
          <Amount value={refund.amount} strong />
        </Text>
        <StatusChip status={refund.status} />
      </div>
      <DecisionButtons refund={refund} />
      <SheetTabs record={refund} audit={{ object_types: ['refund'], object_id: refund.id }}>
        <Stack gap="lg">
          {failure !== null && (
            <Text fz="sm" className={classes.failed}>
              {refund.status === 'rejected' ? t.panel.rejected(failure) : t.panel.failed(failure)}
            </Text>
          )}
          <DetailList
            rows={[
              [t.columns.id, <CopyableId key="id" value={refund.id} label={t.columns.id} />],
              [t.columns.reason, formatReason(refund)],
              [t.columns.method, formatDestination(refund)],
              [t.columns.requested_by, refund.requested_by],
              [t.columns.decided_by, refund.decided_by],
              ...(refund.note === null ? [] : [[t.form.note, refund.note] as const]),
              ...(refund.decision_note === null ? [] : [[t.sheet.decision_note, refund.decision_note] as const]),
              [t.sheet.bank_reference, refund.provider_reference],
              [t.sheet.updated, <Instant key="updated" at={refund.updated_at} seconds />],
            ]}
          />
          {/* The hold of a refund that failed or was rejected is released. */}
          {refund.status !== 'failed' && refund.status !== 'rejected' && (
            <Section title={t.sheet.amounts}>
              <EffectsList effects={getEffects(refund)} to={formatDestination(refund)} />
            </Section>
          )}
          <Section title={t.sheet.timeline}>
            <RefundTimeline refund={refund} />
          </Section>
          <Section title={t.sheet.log}>
            <RefundLog entries={refund.rail_log} />
          </Section>
        </Stack>
      </SheetTabs>
    </Stack>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} fz={14} mb={8}>
      {title}
    </Title>
    {children}
  </section>
);
