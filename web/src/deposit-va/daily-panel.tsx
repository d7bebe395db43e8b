import { listDepositDays } from '@dasbor/contract/deposit-va';
import { Button, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { formatCompact, formatRupiah } from '../ui/amount.tsx';
import { buildScale } from '../ui/chart-scale.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { formatDay } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { TimeChart } from '../ui/time-chart.tsx';
import classes from './deposit-va.module.css';
import { messages } from './messages.ts';

const toNoon = (day: string): string => `${day}T05:00:00Z`;

/** Credited amount of a deposit VA per day, for the last 30 days. */
export function DailyPanel({ id }: { id: string }) {
  const t = messages().daily;
  const client = useQueryClient();
  const [is_table, setTable] = useState(false);
  const input = { params: { id }, query: { days: 30 } } as const;
  const days = useQuery({ ...buildQuery(listDepositDays, input), meta: { quiet: true } });
  useLive((event) => {
    if (event.topic === 'deposit-va' || event.topic === 'resync') {
      void client.invalidateQueries({ queryKey: buildQueryKey(listDepositDays) });
    }
  });
  const rows = days.data?.data;
  return (
    <Panel
      title={t.title}
      actions={
        rows && (
          <Button variant="subtle" size="compact-sm" aria-pressed={is_table} onClick={() => setTable(!is_table)}>
            {is_table ? t.chart : t.table}
          </Button>
        )
      }
    >
      {days.isPending ? (
        <Skeleton h={200} />
      ) : rows === undefined ? (
        <FailedState
          detail={days.error?.detail ?? ''}
          request_id={days.error?.request_id}
          onRetry={() => void days.refetch()}
        />
      ) : rows.every(({ count }) => count === 0) ? (
        <Text c="dimmed">{t.empty}</Text>
      ) : is_table ? (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.day}</Table.Th>
              <Table.Th ta="right">{t.credited}</Table.Th>
              <Table.Th ta="right">{messages().deposits.title}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows
              .filter(({ count }) => count > 0)
              .map(({ day, net_amount, count }) => (
                <Table.Tr key={day}>
                  <Table.Td>{formatDay(toNoon(day))}</Table.Td>
                  <Table.Td ta="right">{formatRupiah(net_amount)}</Table.Td>
                  <Table.Td ta="right">{count}</Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      ) : (
        <div className={classes.chart}>
          <TimeChart
            label={t.label}
            shape="bars"
            points={rows.map(({ day, net_amount }) => ({
              key: day,
              tick: day.slice(8),
              title: formatDay(toNoon(day)),
              value: net_amount,
            }))}
            scale={buildScale(rows.map(({ net_amount }) => net_amount))}
            formatTick={formatCompact}
            formatTipLines={({ value }) => [{ label: t.credited, value: formatRupiah(value ?? 0), mark: 'present' }]}
          />
        </div>
      )}
    </Panel>
  );
}
