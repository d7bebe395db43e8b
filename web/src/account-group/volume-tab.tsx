import { getAccountGroupVolume } from '@dasbor/contract/account-group';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { Button, Table } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { formatCompact, formatRupiah } from '../ui/amount.tsx';
import { buildScale } from '../ui/chart-scale.ts';
import { useNow } from '../ui/clock.ts';
import { formatDay } from '../ui/instant.tsx';
import { type ChartPoint, TimeChart } from '../ui/time-chart.tsx';
import { DayPanel, PERIODS } from './day-panel.tsx';
import { messages } from './messages.ts';

interface Day {
  day: string;
  count: number;
  amount: number;
}

/** Every day of the period, also those without payments. */
function fillDays(found: readonly Day[], to: string, count: number): Day[] {
  const by_day = new Map(found.map((each) => [each.day, each]));
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(to, index - count + 1);
    return by_day.get(day) ?? { day, count: 0, amount: 0 };
  });
}

/** Paid volume of a group by day, as a chart or as a table. */
export function VolumeTab({ group_id }: { group_id: string }) {
  const t = messages().volume;
  const [days, setDays] = useState<number>(PERIODS[0]);
  const [is_table, setTable] = useState(false);
  const to = toBusinessDay(useNow(60_000));
  const volume = useQuery({
    ...buildQuery(getAccountGroupVolume, { params: { id: group_id }, query: { from: addDays(to, 1 - days), to } }),
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
        <Button variant="default" size="compact-sm" onClick={() => setTable(!is_table)}>
          {is_table ? t.chart_again : t.table}
        </Button>
      }
      rows={volume}
      empty={{ title: t.none, line: t.none_line, icon: <IconChartLine size={22} stroke={1.6} /> }}
    >
      {(rows) => (is_table ? <VolumeTable rows={rows} /> : <VolumeChart rows={fillDays(rows, to, days)} />)}
    </DayPanel>
  );
}

function VolumeChart({ rows }: { rows: readonly Day[] }) {
  const t = messages().volume;
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  const points: ChartPoint[] = rows.map(({ day, amount }) => ({
    key: day,
    tick: formatDay(day).replace(/ \d{4}$/, ''),
    title: formatDay(day),
    value: amount,
  }));
  return (
    <TimeChart
      label={t.chart(rows.length)}
      shape="bars"
      points={points}
      scale={buildScale(points.map(({ value }) => value))}
      formatTick={formatCompact}
      formatTipLines={({ key, value }) => [
        { label: t.amount, value: formatRupiah(value ?? 0), mark: 'present' },
        { label: t.count, value: String(counts.get(key) ?? 0) },
      ]}
    />
  );
}

function VolumeTable({ rows }: { rows: readonly Day[] }) {
  const t = messages().volume;
  const sum = (pick: (row: Day) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return (
    <Table stickyHeader aria-label={t.title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.day}</Table.Th>
          <Table.Th ta="right">{t.count}</Table.Th>
          <Table.Th ta="right">{t.amount}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ day, count, amount }) => (
          <Table.Tr key={day}>
            <Table.Td>{formatDay(day)}</Table.Td>
            <Table.Td ta="right">{count}</Table.Td>
            <Table.Td ta="right">{formatRupiah(amount)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th>{t.total}</Table.Th>
          <Table.Th ta="right">{sum(({ count }) => count)}</Table.Th>
          <Table.Th ta="right">{formatRupiah(sum(({ amount }) => amount))}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}
