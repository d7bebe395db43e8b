import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import { messages } from './messages.ts';

/** Links to the objects that the payment belongs to. */
export function RelatedPanel({ transaction: of }: { transaction: TransactionDetail }) {
  const t = messages().related;
  const may_settlements = useHasAccess('Reports', 'view');
  const rows: [string, ReactNode][] = [];
  if (of.qris_payment_id !== null) rows.push([t.qr, <To key="qr" path="/qris-payment" id={of.qris_payment_id} />]);
  if (of.virtual_account_id !== null) {
    rows.push([t.virtual_account, <To key="va" path="/virtual-account" id={of.virtual_account_id} />]);
  }
  if (of.payment_link_id !== null)
    rows.push([t.payment_link, <To key="link" path="/payment-link" id={of.payment_link_id} />]);
  if (of.settlement_status !== null) {
    rows.push([
      t.settlement,
      <Group key="settlement" gap={8}>
        {of.settlement !== null && may_settlements && (
          <Anchor
            component={Link}
            to="/settlement/report/detail"
            search={{ batch_id: of.settlement.id } as never}
            fz="sm"
          >
            {of.settlement.batch_no}
          </Anchor>
        )}
        <StatusChip status={of.settlement_status} />
      </Group>,
    ]);
  }
  return (
    <Panel title={t.title}>{rows.length === 0 ? <Text c="dimmed">{t.none}</Text> : <DetailList rows={rows} />}</Panel>
  );
}

const To = ({ path, id }: { path: string; id: string }) => (
  <CopyableId value={id}>
    <Link to={`${path}/${id}` as string} title={id}>
      {shortenId(id)}
    </Link>
  </CopyableId>
);
