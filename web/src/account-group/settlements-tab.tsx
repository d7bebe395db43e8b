import { listAccountGroupSettlements } from '@dasbor/contract/account-group';
import type { GroupSettlementDay } from '@dasbor/contract/account-group-fields';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { Table } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { useNow } from '../ui/clock.ts';
import { formatDay } from '../ui/instant.tsx';
import { DayPanel, PERIODS } from './day-panel.tsx';
import { messages } from './messages.ts';

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
  return (
    <DayPanel
      title={t.title}
      line={t.line}
      days={days}
      onDays={setDays}
      actions={
        <DownloadButton
          label={t.download}
          route={listAccountGroupSettlements}
          input={input}
          file_name={`account-group-settlements-${to}`}
        />
      }
      rows={settlements}
      empty={{ title: t.none, line: t.none_line, icon: <IconBuildingBank size={22} stroke={1.6} /> }}
    >
      {(rows) => <DayTable rows={rows} />}
    </DayPanel>
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
