import type { CashFlow, CashFlowForecast } from '@dasbor/contract/cash-flow';
import { TIME_ZONE } from '@dasbor/contract/time';
import { ActionIcon, Table, Text, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCompact, formatRupiah } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { FlowChart, type FlowPoint } from '../ui/flow-chart.tsx';
import { formatInstant, formatDay } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import classes from './cash-flow.module.css';
import { messages } from './messages.ts';

/** Formats of days in the chart, by language. */
function getFormats() {
  const locale = currentLanguage() === 'id' ? 'id-ID' : 'en-GB';
  const weekday = new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, weekday: 'short' });
  return {
    formatTick: (day: string): string => formatDay(day).split(' ').slice(0, 2).join(' '),
    formatTitle: (day: string): string => `${weekday.format(new Date(`${day}T12:00:00+07:00`))}, ${formatDay(day)}`,
  };
}

/** Past days, followed by the forecast. */
export function toPoints(flow: CashFlow, forecast: CashFlowForecast | null): FlowPoint[] {
  const { formatTick, formatTitle } = getFormats();
  const past = flow.days.map(({ day, inflow, outflow, closing }): FlowPoint => ({
    key: day,
    tick: formatTick(day),
    title: formatTitle(day),
    inflow,
    outflow,
    balance: closing,
    is_forecast: false,
  }));
  const expected = (forecast?.days ?? [])
    .filter(({ day }) => day > flow.to)
    .map(({ day, inflow, outflow, closing }): FlowPoint => ({
      key: day,
      tick: formatTick(day),
      title: messages().chart.forecast_title(formatTitle(day)),
      inflow,
      outflow,
      balance: closing,
      is_forecast: true,
    }));
  return [...past, ...expected];
}

/** Inflow, outflow and balance as a chart or as a table. */
export function ChartPanel({ flow, forecast }: { flow: CashFlow; forecast: CashFlowForecast | null }) {
  const t = messages().chart;
  const [is_table, setTable] = useState(false);
  const points = toPoints(flow, forecast);
  const has_forecast = points.some(({ is_forecast }) => is_forecast);
  const switcher = (
    <Tooltip label={is_table ? t.show_chart : t.show_table}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.as_table}
        aria-pressed={is_table}
        onClick={() => setTable(!is_table)}
      >
        {is_table ? <IconChartBar size={17} aria-hidden /> : <IconTable size={17} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Panel title={t.title} actions={switcher}>
      <div className={classes.chart}>
        {is_table ? (
          <PointTable points={points} />
        ) : (
          <FlowChart
            label={has_forecast ? t.label_forecast(flow.days.length) : t.label(flow.days.length)}
            points={points}
            formatTick={formatCompact}
            formatValue={formatRupiah}
          />
        )}
      </div>
      {has_forecast && forecast !== null && <ForecastNote forecast={forecast} />}
    </Panel>
  );
}

/** The basis of the forecast and what it leaves out. */
function ForecastNote({ forecast }: { forecast: CashFlowForecast }) {
  const t = messages().forecast;
  const sentences = [
    forecast.waiting === 0 ? t.none_pending : t.pending(formatRupiah(forecast.waiting)),
    ...(forecast.later === 0 ? [] : [t.later(formatRupiah(forecast.later))]),
    ...(forecast.in_transit === 0 ? [] : [t.in_transit(formatRupiah(forecast.in_transit))]),
    t.scope,
    t.as_of(formatInstant(forecast.as_of)),
  ];
  return (
    <Text c="dimmed" fz="sm" mt="sm">
      <strong>{t.title}</strong> {sentences.join(' ')}
    </Text>
  );
}

const PointTable = ({ points }: { points: readonly FlowPoint[] }) => (
  <div className={classes.metrics} role="region" aria-label={messages().chart.by_day} tabIndex={0}>
    <Table stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{messages().days.day}</Table.Th>
          <Table.Th ta="right">{messages().chart.inflow}</Table.Th>
          <Table.Th ta="right">{messages().chart.outflow}</Table.Th>
          <Table.Th ta="right">{messages().chart.balance}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.map(({ key, inflow, outflow, balance, is_forecast }) => (
          <Table.Tr key={key}>
            <Table.Td>
              {formatDay(key)}
              {is_forecast && <span className={classes.expected}>{messages().chart.forecast}</span>}
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
