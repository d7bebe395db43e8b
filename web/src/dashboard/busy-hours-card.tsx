import { getDashboardTimeseries } from '@dasbor/contract/dashboard';
import { Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { formatCount } from '../ui/amount.tsx';
import { HeatMap } from '../ui/heat-map.tsx';
import { HOURS, WEEKDAYS, sumByHourOfWeek, formatHourOfWeek } from './busy-hours.ts';
import { Card, EmptyCard } from './card.tsx';
import type { PeriodQuery } from './period-query.ts';

const HEIGHT_PX = 200;

/** At which hours of the week payments that succeed are asked for. */
export function BusyHoursCard({ period }: { period: PeriodQuery }) {
  const series = useQuery({
    ...buildQuery(getDashboardTimeseries, { query: { ...period, metric: 'success_count', interval: 'hour' } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <Card
      title="Busy hours (WIB)"
      query={series}
      height_px={HEIGHT_PX}
      table={({ data }) => <HoursTable sums={sumByHourOfWeek(data.points)} />}
    >
      {({ data }) => {
        const sums = sumByHourOfWeek(data.points);
        if (sums.every((sum) => sum === 0)) return <EmptyCard>No successful payments in this period.</EmptyCard>;
        return (
          <HeatMap
            label="Successful payments by hour and weekday"
            rows={WEEKDAYS}
            columns={HOURS}
            values={sums}
            titleOf={formatHourOfWeek}
            linesOf={(place) => [{ label: 'Successful payments', value: formatCount(sums[place] ?? 0) }]}
          />
        );
      }}
    </Card>
  );
}

const HoursTable = ({ sums }: { sums: readonly number[] }) => (
  <Table stickyHeader>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Hour (WIB)</Table.Th>
        {WEEKDAYS.map((day) => (
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
          {WEEKDAYS.map((day, row) => (
            <Table.Td key={day} ta="right">
              {formatCount(sums[row * 24 + hour] ?? 0)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
