import { settlementStatusLabel } from '@dasbor/contract/settlement-labels';
import { listMerchantSettlements } from '@dasbor/contract/merchant-view';
import type { MerchantDetail } from '@dasbor/contract/merchant-fields';
import { holdSettlement, releaseSettlement, retrySettlement } from '@dasbor/contract/settlement-admin';
import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import { Alert, Button, Text, Textarea } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { Amount, formatCount } from '../ui/amount.tsx';
import { AMOUNT, COUNT, type Column, STATUS, renderText } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { formatBusinessDay } from '../ui/instant.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { SETTLEMENT_BATCH_TONES } from '../ui/status-tones.ts';
import { messages } from './messages.ts';
import { useMerchantChange } from './mutations.ts';
import { PanelList } from './panel-list.tsx';
import { sectionMessages } from './section-messages.ts';

const BatchChip = ({ status }: Pick<SettlementBatch, 'status'>) => (
  <StatusChip
    status={status}
    tone={SETTLEMENT_BATCH_TONES[status]}
    label={settlementStatusLabel(status, currentLanguage())}
  />
);

/** The settlements of the merchant, with what the provider may do with each. */
export function SettlementsTab({ merchant }: { merchant: MerchantDetail }) {
  const t = messages();
  return (
    <>
      {merchant.holds_settlements && (
        <Alert color="yellow.9" variant="light" mb="md" icon={<IconHandStop size={18} aria-hidden />}>
          {sectionMessages().lists.all_held}
        </Alert>
      )}
      <PanelList
        route={listMerchantSettlements}
        input={{ params: { merchant_id: merchant.id }, query: {} }}
        label={t.tabs.settlements}
        empty={sectionMessages().lists.no_settlements}
        actions={
          <DownloadButton
            size="compact-sm"
            route={listMerchantSettlements}
            input={{ params: { merchant_id: merchant.id } }}
            file_name="settlements"
          />
        }
        columns={buildColumns(merchant.id)}
        renderCard={(batch) => (
          <RowCard>
            <strong>{batch.batch_no}</strong>
            <Amount value={batch.net_amount} strong />
            <SecondaryText>{formatBusinessDay(batch.settlement_date)}</SecondaryText>
            <BatchChip {...batch} />
            <BatchActions merchant_id={merchant.id} batch={batch} />
          </RowCard>
        )}
      />
    </>
  );
}

function buildColumns(merchant_id: string): readonly Column<SettlementBatch>[] {
  const t = sectionMessages().lists;
  return [
    {
      id: 'day',
      label: t.day,
      width_px: 128,
      priority: 6,
      render: (batch) => formatBusinessDay(batch.settlement_date),
    },
    { id: 'batch', label: t.batch, width_px: 170, render: (batch) => batch.batch_no },
    { ...STATUS, id: 'status', label: t.status, width_px: 140, render: (batch) => <BatchChip {...batch} /> },
    {
      ...COUNT,
      id: 'count',
      label: t.payments,
      priority: 3,
      render: (batch) => formatCount(batch.transaction_count),
    },
    { ...AMOUNT, id: 'gross', label: t.gross, priority: 4, render: (batch) => <Amount value={batch.gross_amount} /> },
    { ...AMOUNT, id: 'net', label: t.net, render: (batch) => <Amount value={batch.net_amount} strong /> },
    {
      id: 'reason',
      label: t.note,
      width_px: 180,
      priority: 2,
      render: (b) => renderText(b.held_reason ?? b.failure_message),
    },
    {
      id: 'actions',
      label: t.actions,
      head: '',
      width_px: 150,
      is_pinned: true,
      render: (batch) => <BatchActions merchant_id={merchant_id} batch={batch} />,
    },
  ];
}

interface BatchProps {
  merchant_id: string;
  batch: SettlementBatch;
}

function BatchActions({ merchant_id, batch }: BatchProps) {
  const t = sectionMessages().lists;
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [is_holding, setHolding] = useState(false);
  const params = { merchant_id, id: batch.id };
  const release = useMerchantChange(
    () => call(releaseSettlement, { params, idempotency_key: createIdempotencyKey() }),
    { done: t.released },
  );
  const retry = useMerchantChange(() => call(retrySettlement, { params, idempotency_key: createIdempotencyKey() }), {
    done: t.retried,
  });
  if (!may_manage) return null;
  const { status } = batch;
  return (
    <>
      {(status === 'closed' || status === 'approved') && (
        <Button size="compact-sm" variant="default" onClick={() => setHolding(true)}>
          {t.hold}
        </Button>
      )}
      {status === 'on_hold' && (
        <Button size="compact-sm" variant="default" loading={release.isPending} onClick={() => release.mutate()}>
          {t.release}
        </Button>
      )}
      {(status === 'failed' || status === 'returned') && (
        <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
          {t.retry}
        </Button>
      )}
      {is_holding && <HoldModal merchant_id={merchant_id} batch={batch} onClose={() => setHolding(false)} />}
    </>
  );
}

function HoldModal({ merchant_id, batch, onClose }: BatchProps & { onClose: () => void }) {
  const t = messages();
  const [reason, setReason] = useState('');
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const hold = useMerchantChange(
    () => call(holdSettlement, { params: { merchant_id, id: batch.id }, body: { reason: reason.trim() } }),
    {
      done: sectionMessages().lists.held,
      onDone: onClose,
      onRefused: setRefusal,
    },
  );
  return (
    <FormModal
      title={`${sectionMessages().lists.hold} ${batch.batch_no}`}
      submit={sectionMessages().lists.hold}
      refusal={refusal}
      is_busy={hold.isPending}
      onSubmit={() => {
        setTried(true);
        if (reason.trim() !== '') hold.mutate();
      }}
      onClose={onClose}
    >
      <Text>{sectionMessages().lists.hold_line}</Text>
      <Textarea
        data-autofocus
        label={fieldLabel({ label: t.actions.reason, required: true })}
        aria-required
        maxLength={200}
        value={reason}
        error={is_tried && reason.trim() === '' ? t.actions.reason_missing : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormModal>
  );
}
