import { listAccountGroupSettlements } from '@dasbor/contract/account-group';
import type { GroupSettlementDay } from '@dasbor/contract/account-group-fields';
import { toBusinessDay } from '@dasbor/contract/time';
import { Group, SegmentedControl, Space, Table, Text } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { useNow } from '../ui/clock.ts';
import { addDays } from '../ui/day-periods.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { formatDay } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { messages } from './messages.ts';

const PERIODS = [30, 90] as const;

/** Settlements of all merchants of a group by settlement date. */
export function SettlementsTab({ group_id }: { group_id: string }) {
  const t = messages().settlements;
  const [days, setDays] = useState<number>(PERIODS[0]);
  const to = toBusinessDay(useNow(60_000));
  const input = { params: { id: group_id }, query: { from: addDays(to, 1 - days), to } };
  const settlements = useQuery({
    ...buildQuery(listAccountGroupSettlements, input),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const rows = settlements.data?.data;
  return (
    <Panel
      title={t.title}
      actions={
        <Group gap="xs">
          <SegmentedControl
            aria-label={t.period}
            size="xs"
            value={String(days)}
            onChange={(value) => setDays(Number(value))}
            data={PERIODS.map((period) => ({ value: String(period), label: t.days(period) }))}
          />
          <DownloadButton
            label={t.download}
            route={listAccountGroupSettlements}
            input={input}
            file_name={`account-group-settlements-${to}`}
          />
        </Group>
      }
    >
      <Text c="dimmed" fz="sm">
        {t.line}
      </Text>
      <Space h="md" />
      {settlements.isPending && <ListSkeleton rows={4} />}
      {settlements.isError && rows === undefined && (
        <FailedState detail={settlements.error.message} onRetry={() => void settlements.refetch()} />
      )}
      {rows?.length === 0 && (
        <EmptyState title={t.none} icon={<IconBuildingBank size={22} stroke={1.6} />}>
          {t.none_line}
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && <DayTable rows={rows} />}
    </Panel>
  );
}

const AMOUNTS = [
  ['gross', 'gross_amount'],
  ['refunds', 'refund_amount'],
  ['fees', 'fees_amount'],
  ['net', 'net_amount'],
  ['paid', 'paid_amount'],
  ['failed', 'failed_amount'],
  ['to_owner', 'group_amount'],
] as const satisfies readonly (readonly [string, keyof GroupSettlementDay])[];

function DayTable({ rows }: { rows: readonly GroupSettlementDay[] }) {
  const t = messages().settlements;
  const sum = (name: (typeof AMOUNTS)[number][1] | 'settlement_count') =>
    rows.reduce((total, row) => total + row[name], 0);
  return (
    <Table.ScrollContainer minWidth={960}>
      <Table aria-label={t.title} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.day}</Table.Th>
            <Table.Th ta="right">{t.merchants}</Table.Th>
            <Table.Th ta="right">{t.count}</Table.Th>
            {AMOUNTS.map(([label]) => (
              <Table.Th key={label} ta="right">
                {t[label]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.day}>
              <Table.Td>{formatDay(row.day)}</Table.Td>
              <Table.Td ta="right">{row.merchant_count}</Table.Td>
              <Table.Td ta="right">{row.settlement_count}</Table.Td>
              {AMOUNTS.map(([label, name]) => (
                <Table.Td key={label} ta="right" style={{ whiteSpace: 'nowrap' }}>
                  {formatRupiah(row[name])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{t.total}</Table.Th>
            <Table.Th />
            <Table.Th ta="right">{sum('settlement_count')}</Table.Th>
            {AMOUNTS.map(([label, name]) => (
              <Table.Th key={label} ta="right" style={{ whiteSpace: 'nowrap' }}>
                {formatRupiah(sum(name))}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}
