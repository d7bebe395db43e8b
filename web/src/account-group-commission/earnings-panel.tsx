import { listCommissionEarnings } from '@dasbor/contract/account-group-commission';
import type { CommissionEarning } from '@dasbor/contract/account-group-commission-fields';
import { formatCount } from '@dasbor/contract/format';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, COUNT, type Column } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { formatDay } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { messages } from './messages.ts';

/** Earnings of each merchant's payments under a rule, by period of its cycle. */
export function EarningsPanel({ id }: { id: string }) {
  const t = messages().detail;
  return (
    <Panel
      title={t.earnings}
      actions={
        <DownloadButton
          label={t.download_earnings}
          route={listCommissionEarnings}
          input={{ params: { id }, query: {} }}
          file_name="commission-earnings"
        />
      }
    >
      <Earnings id={id} />
    </Panel>
  );
}

function Earnings({ id }: { id: string }) {
  const t = messages().detail;
  const earnings = useQuery({
    ...buildQuery(listCommissionEarnings, { params: { id }, query: {} }),
    meta: { quiet: true },
  });
  if (earnings.isPending) return <Skeleton h={120} radius={8} />;
  if (earnings.isError) {
    const { detail, request_id } = earnings.error;
    return <FailedState detail={detail} request_id={request_id} onRetry={() => void earnings.refetch()} />;
  }
  const rows = earnings.data.data;
  if (rows.length === 0) {
    return (
      <Text c="dimmed" fz="sm">
        {t.no_earnings}
      </Text>
    );
  }
  return (
    <PanelTable
      label={t.earnings}
      columns={buildColumns()}
      rows={rows}
      keyOf={({ period_from, merchant_id }) => `${period_from} ${merchant_id}`}
      renderCard={(row) => (
        <RowCard>
          <strong>{row.merchant_name}</strong>
          <Amount value={row.payable_amount} strong />
          <SecondaryText>{formatPeriod(row)}</SecondaryText>
          <SecondaryText>
            {t.payments}: {formatCount(row.transaction_count, currentLanguage())}
          </SecondaryText>
        </RowCard>
      )}
    />
  );
}

const formatPeriod = ({ period_from, period_to }: CommissionEarning): string =>
  period_from === period_to ? formatDay(period_from) : `${formatDay(period_from)} – ${formatDay(period_to)}`;

function buildColumns(): readonly Column<CommissionEarning>[] {
  const t = messages().detail;
  const amount = (id: keyof CommissionEarning, label: string, priority?: number): Column<CommissionEarning> => ({
    ...AMOUNT,
    id,
    label,
    priority,
    render: (row) => <Amount value={row[id] as number} strong={id === 'payable_amount'} />,
  });
  return [
    { id: 'period', label: t.period, width_px: 200, is_whole: true, render: formatPeriod },
    {
      id: 'merchant',
      label: t.merchant,
      width_px: 160,
      render: (row) => (
        <Link to="/merchant/$id" params={{ id: row.merchant_id }}>
          {row.merchant_name}
        </Link>
      ),
    },
    {
      ...COUNT,
      id: 'count',
      label: t.payments,
      priority: 3,
      render: (row) => formatCount(row.transaction_count, currentLanguage()),
    },
    amount('gross_amount', t.gross, 2),
    amount('fee_amount', t.fee, 1),
    amount('commission_amount', t.commission, 5),
    amount('adjustment_amount', t.adjustments, 4),
    amount('payable_amount', t.payable),
  ];
}
