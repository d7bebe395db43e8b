import type { CashFlow, CashFlowForecast } from '@dasbor/contract/cash-flow';
import { ActionIcon, Table, Text, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { formatRupiah } from '../ui/amount.tsx';
import { FlowChart, type FlowPoint } from '../ui/flow-chart.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import classes from './cash-flow.module.css';
import { formatBusinessDay } from './labels.ts';

const COMPACT = new Intl.NumberFormat('id-ID', { notation: 'compact', maximumFractionDigits: 1 });
const wib = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jakarta', ...options });
  // Some editions of English write Sept where all other months have three letters.
  return (day: string): string => format.format(new Date(`${day}T05:00:00Z`)).replace('Sept', 'Sep');
};
const tickOf = wib({ day: 'numeric', month: 'short' });
const weekdayOf = wib({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** Days that were, and behind them those that are expected. */
export function toPoints(flow: CashFlow, forecast: CashFlowForecast | null): FlowPoint[] {
  const seen = flow.days.map(({ day, inflow, outflow, closing }): FlowPoint => ({
    key: day,
    tick: tickOf(day),
    title: weekdayOf(day),
    inflow,
    outflow,
    balance: closing,
    is_forecast: false,
  }));
  const expected = (forecast?.days ?? [])
    .filter(({ day }) => day > flow.to)
    .map(({ day, inflow, outflow, closing }): FlowPoint => ({
      key: day,
      tick: tickOf(day),
      title: `${weekdayOf(day)} (forecast)`,
      inflow,
      outflow,
      balance: closing,
      is_forecast: true,
    }));
  return [...seen, ...expected];
}

/** In beside out, and the balance above them; the same figures as a table behind a switch. */
export function ChartPanel({ flow, forecast }: { flow: CashFlow; forecast: CashFlowForecast | null }) {
  const [is_table, setTable] = useState(false);
  const points = toPoints(flow, forecast);
  const has_forecast = points.some(({ is_forecast }) => is_forecast);
  const switcher = (
    <Tooltip label={is_table ? 'Show the chart' : 'Show the figures as a table'}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="In, out and balance as a table"
        aria-pressed={is_table}
        onClick={() => setTable(!is_table)}
      >
        {is_table ? <IconChartBar size={17} aria-hidden /> : <IconTable size={17} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Panel title="In, out and balance" actions={switcher}>
      <div className={classes.chart}>
        {is_table ? (
          <PointTable points={points} />
        ) : (
          <FlowChart
            label={`In, out and balance of ${flow.days.length} days${has_forecast ? ' and a forecast' : ''}`}
            points={points}
            formatTick={(value) => COMPACT.format(value)}
            formatValue={formatRupiah}
          />
        )}
      </div>
      {has_forecast && forecast !== null && <ForecastNote forecast={forecast} />}
    </Panel>
  );
}

/** What the forecast is made of, and what is not in it. */
const ForecastNote = ({ forecast }: { forecast: CashFlowForecast }) => (
  <Text c="dimmed" fz="sm" mt="sm">
    <strong>Forecast, not a promise:</strong>{' '}
    {forecast.waiting === 0
      ? 'nothing waits for settlement now. '
      : `${formatRupiah(forecast.waiting)} wait for settlement now, placed on the days on which they are due by your terms, your schedule and the banks’ holidays. `}
    {forecast.later !== 0 && `${formatRupiah(forecast.later)} of it settle later. `}
    Payments to come are not guessed at, and no disbursements are scheduled. As of {formatInstant(forecast.as_of)}.
  </Text>
);

const PointTable = ({ points }: { points: readonly FlowPoint[] }) => (
  <div className={classes.figures} role="region" aria-label="In, out and balance by day" tabIndex={0}>
    <Table stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day (WIB)</Table.Th>
          <Table.Th ta="right">In</Table.Th>
          <Table.Th ta="right">Out</Table.Th>
          <Table.Th ta="right">Balance</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.map(({ key, inflow, outflow, balance, is_forecast }) => (
          <Table.Tr key={key}>
            <Table.Td>
              {formatBusinessDay(key)}
              {is_forecast && <span className={classes.expected}>Forecast</span>}
            </Table.Td>
            <Table.Td ta="right">{formatRupiah(inflow)}</Table.Td>
            <Table.Td ta="right">{formatRupiah(outflow)}</Table.Td>
            <Table.Td ta="right">{formatRupiah(balance)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </div>
);
