import { type Deposit, type DepositVa, listDeposits } from '@dasbor/contract/deposit-va';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, STATUS, TIME, renderText } from '../ui/column.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { DepositCard, DepositChip } from './deposit-columns.tsx';
import { messages } from './messages.ts';

/** The newest deposits of a deposit VA. */
export function RecentDeposits({ va }: { va: DepositVa }) {
  const t = messages();
  const deposits = useQuery({
    ...buildQuery(listDeposits, { query: { deposit_va_id: va.id, limit: 10 } }),
    meta: { quiet: true },
  });
  const rows = deposits.data?.data ?? [];
  return (
    <Panel
      title={t.deposits.title}
      flush
      actions={
        <Link to="/deposit-va" search={{ deposit_va_id: va.id }} className={links.link}>
          {t.detail.all_deposits}
        </Link>
      }
    >
      {rows.length === 0 ? (
        <Text c="dimmed" p="md">
          {deposits.isPending ? t.detail.loading : deposits.isError ? deposits.error.detail : t.detail.none}
        </Text>
      ) : (
        <PanelTable
          label={t.detail.deposits_label}
          columns={listDepositColumns()}
          rows={rows}
          keyOf={({ id }) => id}
          renderCard={(row) => <DepositCard deposit={row} />}
        />
      )}
    </Panel>
  );
}

function listDepositColumns(): readonly Column<Deposit>[] {
  const t = messages();
  return [
    {
      ...TIME,
      id: 'received_at',
      label: t.deposit.received,
      render: ({ id, received_at }) => (
        <Link to="/deposit-va/$id" params={{ id }} className={links.link}>
          <Instant at={received_at} />
        </Link>
      ),
    },
    { id: 'sender', label: t.deposit.sender, width_px: 130, priority: 1, render: (row) => renderText(row.sender_name) },
    { ...AMOUNT, id: 'amount', label: t.amount, render: (row) => <Amount value={row.amount} strong /> },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <DepositChip status={row.status} /> },
  ];
}
