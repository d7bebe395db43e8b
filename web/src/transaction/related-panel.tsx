import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import type { TransactionDetail } from './transaction-detail.ts';

/** What stands behind the payment and what became of its money, each with the way there. */
export function RelatedPanel({ transaction: of }: { transaction: TransactionDetail }) {
  const rows: [string, ReactNode][] = [];
  if (of.qris_payment_id !== null) rows.push(['QR code', <To key="qr" path="/qris-payment" id={of.qris_payment_id} />]);
  if (of.virtual_account_id !== null) {
    rows.push(['Virtual account', <To key="va" path="/virtual-account" id={of.virtual_account_id} />]);
  }
  if (of.payment_link_id !== null)
    rows.push(['Payment link', <To key="link" path="/payment-link" id={of.payment_link_id} />]);
  if (of.settlement_status !== null) {
    rows.push([
      'Settlement',
      <Link key="settlement" to={'/settlement/all' as string}>
        <StatusChip status={of.settlement_status} />
      </Link>,
    ]);
  }
  return (
    <Panel title="Related">
      {rows.length === 0 ? <Text c="dimmed">Nothing else belongs to this payment.</Text> : <DetailList rows={rows} />}
    </Panel>
  );
}

const To = ({ path, id }: { path: string; id: string }) => (
  <CopyableId value={id} label="id">
    <Link to={`${path}/${id}` as string} title={id}>
      {shortId(id)}
    </Link>
  </CopyableId>
);
