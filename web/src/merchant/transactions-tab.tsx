import { listMerchantTransactions } from '@dasbor/contract/merchant-view';
import type { Transaction } from '@dasbor/contract/transaction';
import { DownloadButton } from '../list/download-button.tsx';
import { formatPaymentMethod } from '../list/filter-labels.ts';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, STATUS, TIME, renderText } from '../ui/column.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import { PanelList } from './panel-list.tsx';
import { sectionMessages } from './section-messages.ts';

/** The transactions of the merchant, newest first. */
export function TransactionsTab({ merchant_id }: { merchant_id: string }) {
  const t = messages();
  return (
    <PanelList
      route={listMerchantTransactions}
      input={{ params: { merchant_id }, query: {} }}
      label={t.tabs.transactions}
      empty={sectionMessages().lists.no_transactions}
      columns={buildColumns()}
      actions={
        <DownloadButton
          size="compact-sm"
          route={listMerchantTransactions}
          input={{ params: { merchant_id } }}
          file_name="transactions"
        />
      }
      renderCard={(row) => (
        <RowCard>
          <Amount value={row.amount} strong />
          <StatusChip status={row.status} />
          <SecondaryText>{formatPaymentMethod(row)}</SecondaryText>
          <SecondaryText>
            <Instant at={row.created_at} />
          </SecondaryText>
        </RowCard>
      )}
    />
  );
}

function buildColumns(): readonly Column<Transaction>[] {
  const t = sectionMessages().lists;
  return [
    { ...TIME, id: 'time', label: t.time, priority: 6, render: (row) => <Instant at={row.created_at} /> },
    {
      id: 'id',
      label: t.transaction,
      width_px: 170,
      priority: 5,
      render: (row) => (
        <CopyableId value={row.id} label={t.transaction}>
          <span title={row.id}>{shortenId(row.id)}</span>
        </CopyableId>
      ),
    },
    {
      id: 'reference',
      label: t.reference,
      width_px: 150,
      priority: 4,
      render: (row) => renderText(row.merchant_reference),
    },
    { id: 'method', label: t.method, width_px: 160, render: formatPaymentMethod },
    { ...AMOUNT, id: 'amount', label: t.amount, render: (row) => <Amount value={row.amount} strong /> },
    {
      ...AMOUNT,
      id: 'fee',
      label: t.fee,
      priority: 3,
      render: (row) => <Amount value={row.fee_amount + row.fee_vat_amount} />,
    },
    { ...STATUS, id: 'status', label: t.status, width_px: 170, render: (row) => <StatusChip status={row.status} /> },
  ];
}
