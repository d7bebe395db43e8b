import { getDashboardTimeseries } from '@dasbor/contract/dashboard';
import { Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { formatCount } from '../ui/amount.tsx';
import { ChartWithLegend, HeatLegend } from '../ui/chart-legend.tsx';
import { HeatMap } from '../ui/heat-map.tsx';
import { HOURS, listWeekdays, sumByHourOfWeek, formatHourOfWeek } from './busy-hours.ts';
import { Card, EmptyCard } from '../ui/metric-card.tsx';
import type { PeriodQuery } from './period-query.ts';
import { messages } from './messages.ts';

const HEIGHT_PX = 200;

/** Paid payments by hour of the week of their creation. */
export function BusyHoursCard({ period }: { period: PeriodQuery }) {
  const t = messages().heat;
  const series = useQuery({
    ...buildQuery(getDashboardTimeseries, { query: { ...period, metric: 'success_count', interval: 'hour' } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <Card
      title={t.title}
      query={series}
      height_px={HEIGHT_PX}
      table={({ data }) => <HoursTable sums={sumByHourOfWeek(data.points)} />}
    >
      {({ data }) => {
        const sums = sumByHourOfWeek(data.points);
        if (sums.every((sum) => sum === 0)) return <EmptyCard>{t.none}</EmptyCard>;
        return (
          <ChartWithLegend
            legend={<HeatLegend label={t.legend} least={formatCount(0)} most={formatCount(Math.max(...sums))} />}
          >
            <HeatMap
              label={t.label}
              rows={listWeekdays()}
              columns={HOURS}
              values={sums}
              formatTitle={formatHourOfWeek}
              formatTipLines={(index) => [{ label: t.paid, value: formatCount(sums[index] ?? 0) }]}
            />
          </ChartWithLegend>
        );
      }}
    </Card>
  );
}

const HoursTable = ({ sums }: { sums: readonly number[] }) => (
  <Table stickyHeader>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{messages().chart.hour}</Table.Th>
        {listWeekdays().map((day) => (
          <Table.Th key={day} ta="right">
            {day}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {HOURS.map((name, hour) => (
        <Table.Tr key={name}>
          <Table.Td>{name}:00</Table.Td>
          {listWeekdays().map((day, row) => (
            <Table.Td key={day} ta="right">
              {formatCount(sums[row * 24 + hour] ?? 0)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
