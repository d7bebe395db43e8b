import type { Analytics, AnalyticsRow } from '@dasbor/contract/analytics';
import { Table } from '@mantine/core';
import { formatCount, formatRupiah } from '../ui/amount.tsx';
import { formatPercent, formatStepTitle } from '../ui/metric-format.ts';
import type { DrillDownLinks } from './drill-down.ts';
import { ListLink, type OpenLists } from './list-link.tsx';
import { messages } from './messages.ts';
import { compareValues, formatSeconds, formatValue } from './value-format.ts';

export interface WidgetTableProps {
  data: Analytics;
  is_compared: boolean;
  getPointLinks: (at: string) => DrillDownLinks;
  getRowLinks: (row: AnalyticsRow) => DrillDownLinks;
  onOpen: OpenLists;
}

/** The values behind a chart. */
export const WidgetTable = (props: WidgetTableProps) =>
  props.data.points.length > 0 ? <PointTable {...props} /> : <RowTable {...props} />;

function PointTable({ data, is_compared, getPointLinks, onOpen }: WidgetTableProps) {
  const [metric] = data.metrics;
  const unit = metric?.unit ?? 'count';
  const t = messages();
  return (
    <Table stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.chart.start}</Table.Th>
          <Table.Th ta="right">{metric && t.metrics[metric.key]}</Table.Th>
          {is_compared && <Table.Th ta="right">{t.chart.previous}</Table.Th>}
          <Table.Th ta="right">{t.table.count}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.points.map(({ at, value, previous, count }) => (
          <Table.Tr key={at}>
            <Table.Td>
              <ListLink links={getPointLinks(at)} label={formatStepTitle(at, data.interval)} onOpen={onOpen} />
            </Table.Td>
            <Table.Td ta="right">{formatValue(value, unit)}</Table.Td>
            {is_compared && <Table.Td ta="right">{formatValue(previous, unit)}</Table.Td>}
            <Table.Td ta="right">{formatCount(count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type Column = [header: string, getText: (row: AnalyticsRow) => string];

function listColumns(data: Analytics, is_compared: boolean): Column[] {
  const t = messages();
  const count: Column = [t.table.count, (row) => formatCount(row.count)];
  if (data.widget === 'completion-time') {
    return [count, [t.metrics.p50, (row) => formatSeconds(row.p50)], [t.metrics.p90, (row) => formatSeconds(row.p90)]];
  }
  const share: Column = [t.table.share, (row) => (row.share === null ? '–' : formatPercent(row.share))];
  const change: Column = [t.table.change, (row) => compareValues(row.count, row.previous_count, 'count')?.text ?? '–'];
  const rate: Column = [t.table.rate, (row) => (row.rate === null ? '–' : formatPercent(row.rate))];
  return [
    count,
    [t.table.amount, (row) => formatRupiah(row.amount)],
    share,
    ...(data.widget === 'breakdown' ? [rate] : []),
    ...(is_compared ? [change] : []),
  ];
}

function RowTable({ data, is_compared, getRowLinks, onOpen }: WidgetTableProps) {
  const t = messages().table;
  const columns = listColumns(data, is_compared);
  const has_notes = data.rows.some(({ note }) => note !== null);
  return (
    <Table stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.name}</Table.Th>
          {has_notes && <Table.Th>{t.details}</Table.Th>}
          {columns.map(([header]) => (
            <Table.Th key={header} ta="right">
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.rows.map((row) => (
          <Table.Tr key={row.key}>
            <Table.Td>
              <ListLink links={getRowLinks(row)} label={row.label} onOpen={onOpen} />
            </Table.Td>
            {has_notes && <Table.Td>{row.note}</Table.Td>}
            {columns.map(([header, getText]) => (
              <Table.Td key={header} ta="right">
                {getText(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
